//! Who may give whom which role, and who may change whom: nobody makes another, or themselves, more than they are.
use kit::{Error, Result};
use policy::{Caller, Permission, PermissionSet};

/// Whether the caller may give somebody this role. `available`: the roles that the caller's own role may assign.
/// Who may edit all roles, or the roles of users, is not bound to these.
pub fn may_assign(caller: &Caller, available: &[i64], role_id: i64, permissions: &PermissionSet) -> Result<()> {
    let is_free = caller.can(Permission::CanEditAllRoles) || caller.can(Permission::CanEditUsersRole);
    if !is_free && !available.contains(&role_id) {
        return Err(Error::Forbidden);
    }
    may_manage(caller, permissions)
}

/// Whether the caller may change somebody whose role holds these permissions. Who could set the password of
/// somebody with more rights would have those rights.
pub fn may_manage(caller: &Caller, permissions: &PermissionSet) -> Result<()> {
    let holds_them = permissions.is_subset_of(&caller.permissions);
    if holds_them || caller.can(Permission::CanGrantPermissionsMoreThanHisOwn) { Ok(()) } else { Err(Error::Forbidden) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::CallerKind;
    use policy::Permission::*;

    fn caller(permissions: &[Permission]) -> Caller {
        Caller { kind: CallerKind::User, user_id: 1, permissions: set(permissions), ..Caller::default() }
    }

    fn set(permissions: &[Permission]) -> PermissionSet {
        permissions.iter().copied().collect()
    }

    #[test]
    fn an_available_role_within_ones_own_rights_is_assignable() {
        assert!(may_assign(&caller(&[CanViewUsers]), &[5], 5, &set(&[CanViewUsers])).is_ok());
    }

    #[test]
    fn a_role_outside_available_roles_is_refused_unless_the_caller_edits_all_roles_or_those_of_users() {
        assert!(may_assign(&caller(&[CanViewUsers]), &[5], 6, &set(&[CanViewUsers])).is_err());
        assert!(may_assign(&caller(&[CanViewUsers, CanEditAllRoles]), &[5], 6, &set(&[CanViewUsers])).is_ok());
        assert!(may_assign(&caller(&[CanViewUsers, CanEditUsersRole]), &[5], 6, &set(&[CanViewUsers])).is_ok());
    }

    #[test]
    fn nobody_grants_more_than_they_hold_without_the_right_to() {
        assert!(may_assign(&caller(&[CanViewUsers]), &[5], 5, &set(&[CanViewUsers, CanDeleteUser])).is_err());
        assert!(may_assign(&caller(&[CanEditAllRoles]), &[5], 5, &set(&[CanDeleteUser])).is_err());
        assert!(may_assign(&caller(&[CanGrantPermissionsMoreThanHisOwn]), &[5], 5, &set(&[CanDeleteUser])).is_ok());
    }
}
