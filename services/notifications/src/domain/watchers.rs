//! Whose role lets them see what happens in a group.
use policy::{Action, Caller, CallerKind, PermissionSet, Resource, Scope};

/// A role and what it permits.
pub struct Role {
    pub id: i64,
    pub permissions: PermissionSet,
}

/// Roles by how far they see. A role may be in several.
#[derive(Debug, Default, PartialEq)]
pub struct Watchers {
    /// Its users see every device of the project.
    pub everywhere: Vec<i64>,
    /// Those of the users' own groups.
    pub own_groups: Vec<i64>,
    /// Those of the groups below the users' own.
    pub below_own_groups: Vec<i64>,
}

/// Of those who may do one of these.
pub fn watchers(roles: &[Role], watched: &[(Resource, Action)]) -> Watchers {
    let mut watchers = Watchers::default();
    for role in roles {
        let scopes: Vec<Scope> = watched.iter().map(|what| scope(role.permissions, *what)).collect();
        let sees = |reach: fn(&Scope) -> bool| scopes.iter().any(reach);
        let everywhere = sees(|scope| scope.all);
        // Whoever sees everything needs no other reason.
        for (sees, list) in [
            (everywhere, &mut watchers.everywhere),
            (!everywhere && sees(|scope| scope.domain), &mut watchers.own_groups),
            (!everywhere && sees(|scope| scope.descendants), &mut watchers.below_own_groups),
        ] {
            if sees {
                list.push(role.id);
            }
        }
    }
    watchers
}

/// The permissions without which nobody may do any of these.
pub fn needed(watched: &[(Resource, Action)]) -> Vec<&'static str> {
    watched.iter().flat_map(|(resource, action)| policy::grants(*resource, *action)).map(|(permission, _)| permission.code()).collect()
}

/// As policy says it of any user who holds the role.
fn scope(permissions: PermissionSet, (resource, action): (Resource, Action)) -> Scope {
    let anybody = Caller { user_id: 1, kind: CallerKind::User, permissions, ..Caller::default() };
    anybody.scope(resource, action)
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
    fn roles_are_sorted_by_how_far_they_see() {
        let roles = [
            role(1, &[CanViewAccessControlEvents, CanViewAllDevices, CanViewDevices]),
            role(2, &[CanViewAccessControlEvents, CanViewDevices]),
            role(3, &[CanViewAccessControlEvents, CanViewDescendantDevices]),
            role(4, &[CanViewAccessControlEvents, CanManageSelfDomainDevices]),
        ];
        let expected = Watchers { everywhere: vec![1], own_groups: vec![2, 4], below_own_groups: vec![3, 4] };
        assert_eq!(watchers(&roles, ACCESS_EVENTS), expected);
    }

    #[test]
    fn devices_without_events_and_events_without_devices_show_nothing() {
        let roles = [role(1, &[CanViewAllDevices]), role(2, &[CanViewAccessControlEvents]), role(3, &[])];
        assert_eq!(watchers(&roles, ACCESS_EVENTS), Watchers::default());
    }

    #[test]
    fn one_of_several_rights_will_do() {
        let service = &[(Resource::SipService, Action::View), (Resource::SipService, Action::Edit)];
        let roles = [role(1, &[CanViewProjectSettings]), role(2, &[CanChangeProjectSettings]), role(3, &[CanViewAllDevices])];
        assert_eq!(watchers(&roles, service), Watchers { everywhere: vec![1, 2], ..Watchers::default() });
        assert_eq!(needed(service), ["can_view_project_settings", "can_change_project_settings"]);
    }
}
