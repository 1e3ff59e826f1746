//! Whose role lets them see the access events of a device in a group.
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

pub fn watchers(roles: &[Role]) -> Watchers {
    let mut watchers = Watchers::default();
    for role in roles {
        let scope = scope(role.permissions);
        // Whoever sees everything needs no other reason.
        for (sees, list) in [
            (scope.all, &mut watchers.everywhere),
            (scope.domain && !scope.all, &mut watchers.own_groups),
            (scope.descendants && !scope.all, &mut watchers.below_own_groups),
        ] {
            if sees {
                list.push(role.id);
            }
        }
    }
    watchers
}

/// As policy says it of any user who holds the role.
fn scope(permissions: PermissionSet) -> Scope {
    let anybody = Caller { user_id: 1, kind: CallerKind::User, permissions, ..Caller::default() };
    anybody.scope(Resource::AccessEvent, Action::View)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::Permission::{self, *};

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
        assert_eq!(watchers(&roles), expected);
    }

    #[test]
    fn devices_without_events_and_events_without_devices_show_nothing() {
        let roles = [role(1, &[CanViewAllDevices]), role(2, &[CanViewAccessControlEvents]), role(3, &[])];
        assert_eq!(watchers(&roles), Watchers::default());
    }
}
