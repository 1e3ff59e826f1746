//! Who may do what: the one table of it. A pair that is not here is refused to everybody.
use crate::{Action, Permission, Reach, Resource};

/// The permissions that allow `action` on `resource`, each with how far it reaches.
pub fn grants(resource: Resource, action: Action) -> &'static [(Permission, Reach)] {
    use Action::*;
    use Permission::*;
    use Resource::*;
    match (resource, action) {
        (Group, View) => &[(CanViewAllDomains, Reach::All)],
        (Group, Create) => &[(CanCreateRootDomain, Reach::All), (CanCreateDescendantDomain, Reach::Tree)],
        (Group, Edit) => &[
            (CanEditAllServerDomains, Reach::All),
            (CanEditDescendantDomains, Reach::Descendants),
            (CanEditSelfDomainGeneralParameters, Reach::Domain),
        ],
        (Group, Delete) => &[(CanDeleteAllServerDomains, Reach::All), (CanDeleteDomain, Reach::Tree)],

        // Settings of a group with a right of their own; the others go with the group.
        (GroupWhiteLabel, Edit) => &[(CanEditAllServerDomains, Reach::All), (CanManageSelfDomainWhiteLabelSettings, Reach::Tree)],
        (GroupGuestAccess, Edit) => &[(CanEditAllServerDomains, Reach::All), (CanManageSelfDomainGuestAccess, Reach::Tree)],
        (GroupNotifications, Edit) => &[(CanEditAllServerDomains, Reach::All), (CanManageSelfDomainNotifications, Reach::Tree)],
        (GroupForwarding, Edit) => &[(CanEditAllServerDomains, Reach::All), (CanManageSelfDomainForwardSettings, Reach::Tree)],
        (GroupTrunk, Edit) => &[(CanEditAllServerDomains, Reach::All), (CanManageSelfDomainSipTrunks, Reach::Tree)],

        (GroupType, View) => &[],
        (GroupType, Create | Edit | Delete) => &[(CanChangeProjectSettings, Reach::All)],

        (ProjectSettings, View) => &[(CanViewProjectSettings, Reach::All)],
        (ProjectSettings, Edit) => &[(CanChangeProjectSettings, Reach::All)],

        // The project's own need the right to its settings; a group's need the right to edit the group, or the right
        // to its integrations.
        (ProjectIntegration, View | Create | Edit | Delete) => &[(CanChangeProjectSettings, Reach::All)],
        (Integration, View | Create | Edit | Delete) => &[
            (CanEditAllServerDomains, Reach::All),
            (CanEditDescendantDomains, Reach::Descendants),
            (CanEditSelfDomainGeneralParameters, Reach::Domain),
            (CanManageSelfDomainIntegrations, Reach::Tree),
        ],

        (User, View) => &[(CanViewAllUsers, Reach::All), (CanViewUsers, Reach::Tree), (CanManageSelfDomainUsers, Reach::Tree)],
        (User, Create) => &[(CanCreateUser, Reach::View), (CanManageSelfDomainUsers, Reach::Tree)],
        (User, Edit) => &[(CanEditAllUsers, Reach::View), (CanManageSelfDomainUsers, Reach::Tree)],
        (User, Delete) => &[(CanDeleteUser, Reach::View)],

        // One's own role, those that it assigns and those that one made; then those of the people in one's groups.
        (Role, View) => &[(CanViewAllRoles, Reach::All), (CanViewRoles, Reach::Own), (CanViewUsersRoles, Reach::Tree)],
        (Role, Create) => &[(CanCreateRole, Reach::All)],
        // Which of the visible ones each of these reaches is a rule of identity: `domain/role.rs`.
        (Role, Edit) => &[(CanEditAllRoles, Reach::View), (CanEditAvailableRole, Reach::View), (CanEditRole, Reach::View)],
        (Role, Delete) => &[(CanDeleteAllRoles, Reach::View), (CanDeleteAvailableRole, Reach::View), (CanDeleteRole, Reach::View)],

        // Whoever may change identifiers sees those of the people in their groups: else a lost card could not be revoked.
        (Identifier, View) => &[(CanViewAllIdentifiers, Reach::All), (CanEditIdentifier, Reach::Tree), (CanDeleteIdentifier, Reach::Tree)],
        (Identifier, Create) => &[(CanCreateIdentifier, Reach::View)],
        (Identifier, Edit) => &[(CanEditIdentifier, Reach::View)],
        (Identifier, Delete) => &[(CanDeleteIdentifier, Reach::View)],

        // Those that one has made or given; besides, they are identifiers.
        (GuestKey, Create | Edit) => &[(CanCreateGuestIdentifier, Reach::Own)],

        // As far as identifiers are seen; what an import may name and change is checked row by row.
        (IdentifierTable, View) => &[(CanExportIdentifiers, Reach::ViewOf(Identifier))],
        (IdentifierTable, Create) => &[(CanImportIdentifiers, Reach::ViewOf(Identifier))],

        // Keys are seen, issued and revoked as far as their users are seen.
        (Ukey2, View) => &[(CanViewUkey2, Reach::ViewOf(User))],
        (Ukey2, Create) => &[(CanIssueUkey2, Reach::ViewOf(User))],
        (Ukey2, Edit) => &[(CanRevokeUkey2, Reach::View)],

        (TimeRule, View) => &[(CanViewAllTimeRules, Reach::All), (CanViewTimeRules, Reach::Tree)],
        (TimeRule, Create) => &[(CanCreateTimeRule, Reach::View)],
        (TimeRule, Edit) => &[(CanEditTimeRule, Reach::View)],
        (TimeRule, Delete) => &[(CanDeleteTimeRule, Reach::View)],

        (AccessRule, View) => {
            &[(CanViewAllAccessRules, Reach::All), (CanViewAccessRules, Reach::Tree), (CanManageSelfDomainAccessRules, Reach::Tree)]
        }
        (AccessRule, Create) => &[(CanCreateAccessRule, Reach::View)],
        (AccessRule, Edit) => &[(CanEditAccessRule, Reach::View)],
        (AccessRule, Delete) => &[(CanDeleteAccessRule, Reach::View)],

        (Device, View) => &[
            (CanViewAllDevices, Reach::All),
            (CanViewDescendantDevices, Reach::Descendants),
            (CanViewDevices, Reach::Domain),
            (CanManageSelfDomainDevices, Reach::Tree),
        ],
        (Device, Create) => &[(CanCreateDevice, Reach::View), (CanManageSelfDomainDevices, Reach::Tree)],
        (Device, Edit | Open) => &[(CanEditDevice, Reach::View), (CanManageSelfDomainDevices, Reach::Tree)],
        (Device, Delete) => &[(CanDeleteDevice, Reach::View), (CanManageSelfDomainDevices, Reach::Tree)],

        // Tasks, events and alarms are seen as far as their devices are.
        (DeviceTask, View) => &[(CanViewDeviceTasks, Reach::ViewOf(Device))],
        (DeviceTask, Edit | Delete) => &[(CanEditDevice, Reach::ViewOf(Device))],
        (DeviceEvent, View) => &[(CanViewDeviceEvents, Reach::ViewOf(Device))],
        (AccessEvent, View) => &[(CanViewAccessControlEvents, Reach::ViewOf(Device))],
        // Edit: to take an alarm, and to process it.
        (DeviceAlarm, View) => &[(CanViewDeviceAlarms, Reach::ViewOf(Device))],
        (DeviceAlarm, Edit) => &[(CanProcessDeviceAlarm, Reach::ViewOf(Device))],
        (DeviceAlarm, Delete) => &[(CanDeleteDeviceAlarm, Reach::ViewOf(Device))],

        // The catalogue has one right to see elevators: it reaches as far as groups are seen.
        (Elevator, View) => &[(CanViewElevators, Reach::ViewOf(Group))],
        (Elevator, Create) => &[(CanCreateElevator, Reach::View)],
        (Elevator, Edit) => &[(CanEditElevator, Reach::View)],
        (Elevator, Delete) => &[(CanDeleteElevator, Reach::View)],
        (ElevatorEvent, View) => &[(CanViewElevators, Reach::ViewOf(Group))],

        (ElevatorAccessRule, View) => &[(CanViewAllElevatorAccessRules, Reach::All), (CanViewElevatorAccessRules, Reach::Tree)],
        (ElevatorAccessRule, Create) => &[(CanCreateElevatorAccessRule, Reach::View)],
        (ElevatorAccessRule, Edit) => &[(CanEditElevatorAccessRule, Reach::View)],
        (ElevatorAccessRule, Delete) => &[(CanDeleteElevatorAccessRule, Reach::View)],

        // Which of them may be changed depends on whether one is the project's or a group's: notifications says so.
        (MailTemplate, View | Create | Edit | Delete) => &[
            (CanChangeProjectSettings, Reach::All),
            (CanManageSelfDomainMailTemplates, Reach::Tree),
            (CanEditAllServerDomains, Reach::All),
            (CanEditDescendantDomains, Reach::Descendants),
            (CanEditSelfDomainGeneralParameters, Reach::Domain),
        ],
        // Of the whole installation, which its projects share.
        (IpBlocking, View) => &[(CanViewProjectSettings, Reach::All)],
        (IpBlocking, Edit) => &[(CanChangeProjectSettings, Reach::All)],

        (IdentityProvider, View) => &[(CanViewProjectSettings, Reach::All)],
        (IdentityProvider, Edit) => &[(CanChangeProjectSettings, Reach::All)],

        // Those on the people of one's groups.
        (Marker, View) => &[(CanViewAllMarkers, Reach::All), (CanViewMarkers, Reach::Tree)],
        (Marker, Create) => &[(CanCreateMarker, Reach::All)],
        (Marker, Edit) => &[(CanEditMarker, Reach::View)],
        (Marker, Delete) => &[(CanDeleteMarker, Reach::View)],

        (AuditEvent, View) => &[(CanViewAudit, Reach::All)],

        (SipNumber, View) => {
            &[(CanViewAllSipNumbers, Reach::All), (CanViewDescendantSipNumbers, Reach::Descendants), (CanViewSipNumbers, Reach::Domain)]
        }
        (SipNumber, Create) => &[(CanCreateSipNumber, Reach::View)],
        (SipNumber, Edit) => &[(CanEditSipNumber, Reach::View)],
        (SipNumber, Delete) => &[(CanDeleteSipNumber, Reach::View)],

        (ForwardRule, View) => &[(CanViewAllForwardRules, Reach::All), (CanViewForwardRules, Reach::Tree)],
        (ForwardRule, Create) => &[(CanCreateForwardRule, Reach::View)],
        (ForwardRule, Edit) => &[(CanEditForwardRule, Reach::View)],
        (ForwardRule, Delete) => &[(CanDeleteForwardRule, Reach::View)],

        (SipTrunk, View) => &[
            (CanViewAllSipTrunks, Reach::All),
            (CanViewDomainSipTrunks, Reach::Domain),
            (CanViewDescendantsSipTrunks, Reach::Descendants),
            (CanViewOwnSipTrunks, Reach::Own),
        ],
        (SipTrunk, Create) => &[(CanCreateSipTrunk, Reach::View)],
        (SipTrunk, Edit) => &[
            (CanEditAllSipTrunks, Reach::All),
            (CanEditDomainSipTrunks, Reach::Domain),
            (CanEditDescendantsSipTrunks, Reach::Descendants),
            (CanEditOwnSipTrunks, Reach::Own),
        ],
        (SipTrunk, Delete) => &[
            (CanDeleteAllSipTrunks, Reach::All),
            (CanDeleteDomainSipTrunks, Reach::Domain),
            (CanDeleteDescendantsSipTrunks, Reach::Descendants),
            (CanDeleteOwnSipTrunks, Reach::Own),
        ],

        // Besides one's own calls, those of the numbers that one sees.
        (CallHistory, View) => {
            &[(CanViewAllSipNumbers, Reach::All), (CanViewDescendantSipNumbers, Reach::Descendants), (CanViewSipNumbers, Reach::Domain)]
        }
        (AlarmCall, View) => &[(CanViewDeviceAlarms, Reach::ViewOf(Device))],

        // Create: to place a call, and to list who may be called.
        (Call, Create) => &[(CanCallAll, Reach::All), (CanCallSelfDomain, Reach::Domain), (CanCallDescendants, Reach::Descendants)],
        (PanelCall, Create) => &[(CanCallAll, Reach::All), (CanCallPanel, Reach::Tree)],
        // At any time, as a concierge does; others open what their access rules open, or a panel that calls them.
        (PanelCall, Open) => &[(CanCallAll, Reach::All), (CanInterceptCallLikeConcierge, Reach::Tree)],
        (Interception, View | Edit) => &[(CanInterceptCallLikeConcierge, Reach::Tree)],

        // What a webhook gets is no more than whoever vouches for it may view: notifications says so.
        (Webhook, View) => &[(CanViewProjectSettings, Reach::All)],
        (Webhook, Create | Edit | Delete) => &[(CanChangeProjectSettings, Reach::All)],

        (SipService | Broker, View) => &[(CanViewProjectSettings, Reach::All)],
        (SipService | Broker, Edit) => &[(CanChangeProjectSettings, Reach::All)],

        // By the groups of the amenity.
        (Amenity, View) => &[
            (CanViewAllAmenities, Reach::All),
            (CanViewDomainAmenities, Reach::Domain),
            (CanViewDescendantsAmenities, Reach::Descendants),
            (CanViewOwnAmenities, Reach::Own),
        ],
        (Amenity, Create) => &[(CanCreateAmenity, Reach::View)],
        (Amenity, Edit) => &[
            (CanEditAllAmenities, Reach::All),
            (CanEditDomainAmenities, Reach::Domain),
            (CanEditDescendantsAmenities, Reach::Descendants),
            (CanEditOwnAmenities, Reach::Own),
        ],
        (Amenity, Delete) => &[
            (CanDeleteAllAmenities, Reach::All),
            (CanDeleteDomainAmenities, Reach::Domain),
            (CanDeleteDescendantsAmenities, Reach::Descendants),
            (CanDeleteOwnAmenities, Reach::Own),
        ],
        (AmenityReservation, View) => &[
            (CanViewAllAmenityReservations, Reach::All),
            (CanViewDomainAmenityReservations, Reach::Domain),
            (CanViewDescendantsAmenityReservations, Reach::Descendants),
            (CanViewOwnAmenityReservations, Reach::Own),
        ],
        // For oneself; for others where one may edit the reservations of the amenity.
        (AmenityReservation, Create) => &[(CanCreateAmenityReservation, Reach::Own)],
        (AmenityReservation, Edit) => &[
            (CanEditAllAmenityReservations, Reach::All),
            (CanEditDomainAmenityReservations, Reach::Domain),
            (CanEditDescendantsAmenityReservations, Reach::Descendants),
            (CanEditOwnAmenityReservations, Reach::Own),
        ],
        (AmenityReservation, Delete) => &[
            (CanDeleteAllAmenityReservations, Reach::All),
            (CanDeleteDomainAmenityReservations, Reach::Domain),
            (CanDeleteDescendantsAmenityReservations, Reach::Descendants),
            (CanDeleteOwnAmenityReservations, Reach::Own),
        ],
        (AmenityReservationLog, View) => &[
            (CanViewAllAmenityReservationLogs, Reach::All),
            (CanViewDomainAmenityReservationLogs, Reach::Domain),
            (CanViewDescendantsAmenityReservationLogs, Reach::Descendants),
            (CanViewOwnAmenityReservationLogs, Reach::Own),
        ],

        // The catalogue has one right to see them: it reaches as far as groups are seen.
        (EmergencyAlert | AlertRun, View) => &[(CanViewEmergencyAlerts, Reach::ViewOf(Group))],
        (EmergencyAlert, Create) => &[(CanCreateEmergencyAlert, Reach::View)],
        (EmergencyAlert, Edit) => &[(CanEditEmergencyAlert, Reach::View)],
        (EmergencyAlert, Delete) => &[(CanDeleteEmergencyAlert, Reach::View)],
        // Create: to start one. Edit: to stop it.
        (AlertRun, Create | Edit) => &[(CanPlaybackEmergencyAlert, Reach::View)],

        // Who has received an announce sees it; who manages announces sees those to their groups.
        (Announce, View) => &[
            (CanViewAllAnnounces, Reach::All),
            (CanEditAnnounce, Reach::Tree),
            (CanDeleteAnnounce, Reach::Tree),
            (CanSendAnnounce, Reach::Tree),
            (CanViewAnnounces, Reach::Own),
        ],
        // Its recipients: groups and people in one's groups.
        (Announce, Create) => &[(CanCreateAnnounce, Reach::Tree), (CanCreateAnnounce, Reach::View)],
        (Announce, Edit) => &[(CanEditAnnounce, Reach::View)],
        (Announce, Delete) => &[(CanDeleteAnnounce, Reach::View)],
        (AnnounceRun, View | Edit) => &[(CanSendAnnounce, Reach::ViewOf(Announce))],
        (AnnounceResponse, View) => {
            &[(CanViewAllAnnounces, Reach::All), (CanEditAnnounce, Reach::Tree), (CanSendAnnounce, Reach::Tree), (CanViewAnnounces, Reach::Own)]
        }

        // One's own, the shared inbox of one's groups, and as a supervisor the inboxes of groups below or all conversations.
        (Conversation, View) => &[
            (CanViewAllConversations, Reach::All),
            (CanViewDescendantConversations, Reach::Descendants),
            (CanAcceptMessagesFromDescendantUsers, Reach::Tree),
            (CanViewConversations, Reach::Own),
        ],
        (Conversation, Create) => &[(CanSendMessagesToAll, Reach::All), (CanCreateConversation, Reach::Own)],
        // To write messages: notifications refuses those of whom only watches.
        (Conversation, Edit) => &[(CanCreateConversationMessage, Reach::View)],
        (Conversation, Delete) => &[(CanDeleteConversation, Reach::View)],
        (ConversationInbox, View | Edit) => &[(CanAcceptMessagesFromDescendantUsers, Reach::Tree)],

        (License, View) => &[(CanViewLicenses, Reach::All)],
        (License, Create | Delete) => &[(CanManageLicenses, Reach::All)],
        (GroupLicense, View) => &[
            (CanViewAllDomainsLicenses, Reach::All),
            (CanViewDescendantDomainsLicenses, Reach::Descendants),
            (CanViewSelfDomainsLicenses, Reach::Domain),
        ],
        (GroupLicense, Edit) => &[
            (CanEditAllDomainsLicensesCount, Reach::All),
            (CanEditDescendantDomainsLicensesCount, Reach::Descendants),
            (CanEditDomainLicensesCount, Reach::Domain),
        ],
        // As far as users are seen.
        (UserLicense, View) => &[(CanViewUsersLicenses, Reach::ViewOf(User)), (CanEditUsersLicenses, Reach::ViewOf(User))],
        (UserLicense, Edit) => &[(CanEditUsersLicenses, Reach::ViewOf(User))],
        // As far as groups are seen.
        (LicenseReport, View) => &[(CanViewReportLicensesUsed, Reach::ViewOf(Group))],
        (System, View) => &[(CanViewSystemInfo, Reach::All)],
        // Besides, whoever imports creates identifiers, schedules and rules by rights of their own.
        (DeviceBackup, Create) => &[(CanImportDeviceBackupData, Reach::All)],
        // For dealers only. To edit it is to put dead letters back.
        (Installation, View | Edit) => &[(CanViewSystemInfo, Reach::All)],
        (Token, View | Create | Delete) => &[(CanChangeProjectSettings, Reach::All)],
        // One's own, see below. Which lists' views somebody has is a rule of identity: `domain/shared_view.rs`.
        (SharedView, View | Delete) => &[(CanChangeProjectSettings, Reach::All)],

        // What is in a backup, and what it changes, is no more than the caller may read and write without it. Which backups these rights
        // reach is a rule of api-gateway, `operation/backup/reach.rs`: those of which one views all that they hold, the whole project or
        // every group. Which files end what manages groups: those of who may change all of these groups.
        (Backup, View) => &[(CanViewBackups, Reach::All)],
        (Backup, Create) => &[(CanCreateBackup, Reach::All)],
        // To apply one, and to undo that.
        (Backup, Edit) => &[(CanApplyBackup, Reach::All)],
        (Backup, Delete) => &[(CanDeleteBackup, Reach::All)],
        (BackupFile, View) => &[(CanDownloadBackupFile, Reach::All)],
        (BackupFile, Edit) => &[(CanApplyBackupFile, Reach::All)],
        _ => &[],
    }
}

/// What acts on every project of the installation: besides the permission it needs the account of a dealer.
pub fn belongs_to_installation(resource: Resource, action: Action) -> bool {
    matches!((resource, action), (Resource::IpBlocking | Resource::Installation, _) | (Resource::Broker | Resource::SipService, Action::Edit))
}

/// What anybody who is signed in may see, whatever the role: what they created, and some more.
/// The specification: "a user can always view entities they created, except groups".
pub fn always(resource: Resource, action: Action) -> Option<Reach> {
    match (resource, action) {
        (Resource::Group, Action::View) => Some(Reach::Tree),
        (Resource::GroupType, Action::View) => Some(Reach::All),
        (Resource::User, Action::View | Action::Edit) => Some(Reach::Own),
        (Resource::Integration, Action::View) => Some(Reach::Own),
        (Resource::Notification, _) => Some(Reach::Own),
        (Resource::SharedView, Action::View | Action::Create | Action::Delete) => Some(Reach::Own),
        (Resource::CallHistory, Action::View) => Some(Reach::Own),
        (
            Resource::Identifier
            | Resource::TimeRule
            | Resource::AccessRule
            | Resource::Device
            | Resource::Elevator
            | Resource::ElevatorAccessRule
            | Resource::MailTemplate
            | Resource::Marker
            | Resource::SipNumber
            | Resource::ForwardRule
            | Resource::SipTrunk
            | Resource::Amenity
            | Resource::AmenityReservation
            | Resource::Announce
            | Resource::Conversation
            | Resource::EmergencyAlert,
            Action::View,
        ) => Some(Reach::Own),
        _ => None,
    }
}
