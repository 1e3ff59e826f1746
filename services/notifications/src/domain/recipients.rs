//! Which roles make their users recipients of a notification.
use policy::{Action, Caller, CallerKind, PermissionSet, Resource, Scope};

/// A role and what it permits.
pub struct Role {
    pub id: i64,
    pub permissions: PermissionSet,
}

/// Ids of roles by the reach of their rights. A role may be in `own_groups` and `below_own_groups`.
#[derive(Debug, Default, PartialEq)]
pub struct RecipientRoles {
    /// In the whole project.
    pub everywhere: Vec<i64>,
    /// In the users' own groups.
    pub own_groups: Vec<i64>,
    /// In the groups below the users' own.
    pub below_own_groups: Vec<i64>,
}

/// The roles that have at least one of these rights.
pub fn recipient_roles(roles: &[Role], rights: &[(Resource, Action)]) -> RecipientRoles {
    let mut recipients = RecipientRoles::default();
    for role in roles {
        let scopes: Vec<Scope> = rights.iter().map(|right| scope(role.permissions, *right)).collect();
        let reaches = |reach: fn(&Scope) -> bool| scopes.iter().any(reach);
        let everywhere = reaches(|scope| scope.all);
        // A role that reaches the whole project is in no other list.
        for (is_listed, list) in [
            (everywhere, &mut recipients.everywhere),
            (!everywhere && reaches(|scope| scope.domain), &mut recipients.own_groups),
            (!everywhere && reaches(|scope| scope.descendants), &mut recipients.below_own_groups),
        ] {
            if is_listed {
                list.push(role.id);
            }
        }
    }
    recipients
}

/// The permissions of which a role must have at least one to have any of these rights.
pub fn needed_permissions(rights: &[(Resource, Action)]) -> Vec<&'static str> {
    rights.iter().flat_map(|(resource, action)| policy::grants(*resource, *action)).map(|(permission, _)| permission.code()).collect()
}

/// The scope that policy gives to any user with these permissions.
fn scope(permissions: PermissionSet, (resource, action): (Resource, Action)) -> Scope {
    let user = Caller { user_id: 1, kind: CallerKind::User, permissions, ..Caller::default() };
    user.scope(resource, action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::Permission::{self, *};

    const ACCESS_EVENTS: &[(Resource, Action)] = &[(Resource::AccessEvent, Action::View)];

    fn role(id: i64, permissions: &[Permission]) -> Role {
        Role { id, permissions: permissions.iter().copied().collect() }
    }

    #[test]
    fn roles_are_listed_by_their_reach() {
        let roles = [
            role(1, &[CanViewAccessControlEvents, CanViewAllDevices, CanViewDevices]),
            role(2, &[CanViewAccessControlEvents, CanViewDevices]),
            role(3, &[CanViewAccessControlEvents, CanViewDescendantDevices]),
            role(4, &[CanViewAccessControlEvents, CanManageSelfDomainDevices]),
        ];
        let expected = RecipientRoles { everywhere: vec![1], own_groups: vec![2, 4], below_own_groups: vec![3, 4] };
        assert_eq!(recipient_roles(&roles, ACCESS_EVENTS), expected);
    }

    #[test]
    fn a_role_needs_the_right_to_devices_and_to_their_events() {
        let roles = [role(1, &[CanViewAllDevices]), role(2, &[CanViewAccessControlEvents]), role(3, &[])];
        assert_eq!(recipient_roles(&roles, ACCESS_EVENTS), RecipientRoles::default());
    }

    #[test]
    fn one_of_several_rights_is_enough() {
        let settings = &[(Resource::ProjectSettings, Action::View), (Resource::ProjectSettings, Action::Edit)];
        let roles = [role(1, &[CanViewProjectSettings]), role(2, &[CanChangeProjectSettings]), role(3, &[CanViewAllDevices])];
        assert_eq!(recipient_roles(&roles, settings), RecipientRoles { everywhere: vec![1, 2], ..RecipientRoles::default() });
        assert_eq!(needed_permissions(settings), ["can_view_project_settings", "can_change_project_settings"]);
    }
}
