//! The roles that every new project starts with.
use crate::{Permission, PermissionSet};

pub struct DefaultRole {
    pub name: &'static str,
    pub permissions: PermissionSet,
}

/// administrator, concierge, user: the specification's defaults, and the group's administrator.
pub fn default_roles() -> [DefaultRole; 4] {
    [
        DefaultRole { name: "administrator", permissions: PermissionSet::everything() },
        DefaultRole { name: "group_administrator", permissions: group_administrator() },
        DefaultRole { name: "concierge", permissions: concierge() },
        DefaultRole { name: "user", permissions: user() },
    ]
}

fn group_administrator() -> PermissionSet {
    use Permission::*;
    let own = Permission::all().filter(|p| p.code().starts_with("can_manage_self_domain_"));
    own.chain([
        CanEditDescendantDomains,
        CanEditSelfDomainGeneralParameters,
        CanCreateDescendantDomain,
        CanDeleteDomain,
        CanViewRoles,
        CanCreateUser,
        CanViewUsers,
        CanDeleteUser,
        CanEditProfile,
        CanViewTimeRules,
        CanCreateTimeRule,
        CanEditTimeRule,
        CanDeleteTimeRule,
        CanViewAccessRules,
        CanCreateAccessRule,
        CanEditAccessRule,
        CanDeleteAccessRule,
        CanCreateIdentifier,
        CanEditIdentifier,
        CanViewDevices,
        CanViewDescendantDevices,
        CanViewDeviceTasks,
        CanViewDeviceEvents,
        CanViewAccessControlEvents,
        CanViewDeviceAlarms,
        CanProcessDeviceAlarm,
        CanCreateGuestIdentifier,
        CanCreateAmenity,
        CanViewDescendantsAmenities,
        CanEditDomainAmenities,
        CanEditDescendantsAmenities,
        CanDeleteDomainAmenities,
        CanDeleteDescendantsAmenities,
        CanEditDomainAmenityReservations,
        CanEditDescendantsAmenityReservations,
        CanDeleteDomainAmenityReservations,
        CanDeleteDescendantsAmenityReservations,
        CanViewDomainAmenityReservationLogs,
        CanViewDescendantsAmenityReservationLogs,
    ])
    // Nobody grants more than they hold, and a group's administrator makes concierges and users.
    .chain(concierge().iter())
    .chain(user().iter())
    .collect()
}

fn concierge() -> PermissionSet {
    use Permission::*;
    [
        CanEditProfile,
        CanViewUsers,
        CanViewDevices,
        CanViewDescendantDevices,
        CanViewDeviceEvents,
        CanViewAccessControlEvents,
        CanViewDeviceAlarms,
        CanProcessDeviceAlarm,
        CanCreateGuestIdentifier,
        CanViewConversations,
        CanCreateConversation,
        CanCreateConversationMessage,
        CanAcceptMessagesFromDescendantUsers,
        CanCallSelfDomain,
        CanCallDescendants,
        CanCallPanel,
        CanInterceptCallLikeConcierge,
        CanViewDomainAmenities,
        CanViewDomainAmenityReservations,
        CanViewDescendantsAmenityReservations,
        CanViewElevators,
    ]
    .into_iter()
    .collect()
}

fn user() -> PermissionSet {
    use Permission::*;
    [
        CanEditProfile,
        CanCreateGuestIdentifier,
        CanViewConversations,
        CanCreateConversation,
        CanCreateConversationMessage,
        CanViewAnnounces,
        CanCallSelfDomain,
        CanCallPanel,
        CanViewDomainAmenities,
        CanCreateAmenityReservation,
        CanViewOwnAmenityReservations,
        CanEditOwnAmenityReservations,
        CanViewOwnAmenityReservationLogs,
    ]
    .into_iter()
    .collect()
}
