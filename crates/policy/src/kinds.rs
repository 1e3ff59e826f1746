//! What can be acted on, and how: as values for the table, and as types for proofs.

macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident, $kind:ident, $module:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// As the matrix and the audit log write it.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        /// A type that stands for one value, so that a proof says in its type what it is for.
        pub trait $kind: Send + Sync + 'static {
            const VALUE: $name;
        }

        pub mod $module {
            $(#[derive(Clone, Copy, Debug)] pub struct $variant; impl super::$kind for $variant { const VALUE: super::$name = super::$name::$variant; })+
        }
    };
}

kinds! {
    /// Named as the API's paths name them. Append only.
    Resource, ResourceKind, resource {
        Group = "domains",
        GroupType = "domain-types",
        User = "users",
        Role = "roles",
        Identifier = "identifiers",
        TimeRule = "time-rules",
        AccessRule = "access-rules",
        Device = "devices",
        DeviceTask = "device-tasks",
        DeviceEvent = "events/devices",
        AccessEvent = "events/access-control",
        Notification = "notifications",
        License = "licenses",
        System = "system",
        ProjectSettings = "settings",
        /// Of the project itself; of its groups, see below.
        ProjectIntegration = "settings/integrations",
        Integration = "integrations",
        GroupWhiteLabel = "domains/whitelabel",
        GroupGuestAccess = "domains/guest-access",
        GroupNotifications = "domains/notifications",
        GroupForwarding = "domains/forward-settings",
        GroupTrunk = "domains/sip-trunk",
        MailTemplate = "mail-templates",
        Marker = "markers",
        AuditEvent = "audit-events",
        GuestKey = "guest-keys",
        IpBlocking = "ip-blocking",
        /// Of a dealer, who needs no role for them.
        Project = "projects",
        IdentityProvider = "settings/identity-provider",
        SipNumber = "sip-numbers",
        ForwardRule = "forward-rules",
        SipTrunk = "sip-trunks",
        CallHistory = "call-history",
        /// SOS calls.
        AlarmCall = "call-history/alarms",
        /// Calls to people; those to panels have a right of their own.
        Call = "calls",
        PanelCall = "calls/panels",
        Interception = "calls/interception",
        SipService = "sip-service",
        Broker = "broker",
        DeviceAlarm = "device-alarms",
        /// Identifiers as a table: exported and imported.
        IdentifierTable = "identifiers/table",
        Ukey2 = "ukey2",
        Amenity = "amenities",
        AmenityReservation = "amenity-reservations",
        AmenityReservationLog = "amenity-reservations/logs",
        Elevator = "elevators",
        ElevatorAccessRule = "elevator-access-rules",
        ElevatorEvent = "events/elevators",
        EmergencyAlert = "emergency-alerts",
        /// To start and stop it.
        AlertRun = "emergency-alerts/runs",
        /// What a group has of the licences.
        GroupLicense = "domains/licenses",
        UserLicense = "users/licenses",
        LicenseReport = "reports/licenses",
        Announce = "announces",
        /// To start, stop and repeat it.
        AnnounceRun = "announces/runs",
        /// Who has read an announce, and what people answered.
        AnnounceResponse = "announces/responses",
        Conversation = "conversations",
        /// Those between a person and the staff of a group, as the staff has them.
        ConversationInbox = "conversations/inbox",
        Backup = "backups",
        /// As a file: downloaded and uploaded.
        BackupFile = "backups/file",
        /// The installation itself: its queues, files and certificates.
        Installation = "server",
        /// Of the project itself, for programs.
        Token = "tokens",
        /// Views of lists.
        SharedView = "shared-views",
        Webhook = "webhooks",
        /// What a device held, as a file.
        DeviceBackup = "settings/device-backup-import",
    }
}

kinds! {
    Action, ActionKind, action {
        View = "view",
        Create = "create",
        Edit = "edit",
        Delete = "delete",
        /// Open a door now.
        Open = "open",
    }
}
