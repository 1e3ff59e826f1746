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

        (GroupType, View) => &[],
        (GroupType, Create | Edit | Delete) => &[(CanChangeProjectSettings, Reach::All)],

        (User, View) => &[(CanViewAllUsers, Reach::All), (CanViewUsers, Reach::Tree), (CanManageSelfDomainUsers, Reach::Tree)],
        (User, Create) => &[(CanCreateUser, Reach::View), (CanManageSelfDomainUsers, Reach::Tree)],
        (User, Edit) => &[(CanEditAllUsers, Reach::View), (CanManageSelfDomainUsers, Reach::Tree)],
        (User, Delete) => &[(CanDeleteUser, Reach::View)],

        (Role, View) => &[(CanViewAllRoles, Reach::All), (CanViewRoles, Reach::All)],

        (Identifier, View) => &[(CanViewAllIdentifiers, Reach::All)],
        (Identifier, Create) => &[(CanCreateIdentifier, Reach::View)],
        (Identifier, Edit) => &[(CanEditIdentifier, Reach::View)],
        (Identifier, Delete) => &[(CanDeleteIdentifier, Reach::View)],

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

        // Tasks and events are seen as far as their devices are.
        (DeviceTask, View) => &[(CanViewDeviceTasks, Reach::ViewOf(Device))],
        (DeviceTask, Edit | Delete) => &[(CanEditDevice, Reach::ViewOf(Device))],
        (DeviceEvent, View) => &[(CanViewDeviceEvents, Reach::ViewOf(Device))],
        (AccessEvent, View) => &[(CanViewAccessControlEvents, Reach::ViewOf(Device))],

        (License, View) => &[(CanViewLicenses, Reach::All)],
        (System, View) => &[(CanViewSystemInfo, Reach::All)],
        _ => &[],
    }
}

/// What anybody who is signed in may see, whatever the role: what they created, and some more.
/// The specification: "a user can always view entities they created, except groups".
pub fn always(resource: Resource, action: Action) -> Option<Reach> {
    match (resource, action) {
        (Resource::Group, Action::View) => Some(Reach::Tree),
        (Resource::GroupType, Action::View) => Some(Reach::All),
        (Resource::User, Action::View | Action::Edit) => Some(Reach::Own),
        (Resource::Notification, _) => Some(Reach::Own),
        (Resource::Identifier | Resource::TimeRule | Resource::AccessRule | Resource::Device, Action::View) => Some(Reach::Own),
        _ => None,
    }
}
