//! What a role is made of, and who may change which.
use std::collections::BTreeSet;

use kit::{Error, Fields, Mask, Result};
use policy::{Caller, Permission, PermissionSet};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

use super::grant;

const MAX_NAME: usize = 31;
const MAX_DESCRIPTION: usize = 1000;
const MAX_AVAILABLE: usize = 500;

/// What a request may set of a role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleDraft {
    pub name: String,
    pub description: Option<String>,
    /// Codes of the catalogue.
    pub permissions: BTreeSet<String>,
    /// Roles that a holder may assign.
    pub available_role_ids: BTreeSet<i64>,
}

impl RoleDraft {
    pub fn from_api(role: &api::Role) -> Self {
        RoleDraft {
            name: role.name.trim().into(),
            description: role.description.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_string),
            permissions: role.permissions.iter().cloned().collect(),
            available_role_ids: role.available_roles.iter().map(|role| role.id).collect(),
        }
    }

    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: RoleDraft) -> Self {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("description", &mut self.description, new.description);
        mask.apply("permissions", &mut self.permissions, new.permissions);
        mask.apply("available_roles", &mut self.available_role_ids, new.available_role_ids);
        self
    }

    pub fn check(&self) -> Result<()> {
        let mut fields = Fields::new();
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_multiline_text("description", self.description.as_deref(), MAX_DESCRIPTION);
        if let Some(unknown) = self.permissions.iter().find(|code| Permission::from_code(code).is_none()) {
            let unknown: String = unknown.chars().take(64).collect();
            fields.add("permissions", format!("unknown permission: {unknown}"));
        }
        fields.check(self.available_role_ids.len() <= MAX_AVAILABLE, "available_roles", "too many roles");
        fields.finish()
    }

    pub fn permission_set(&self) -> PermissionSet {
        PermissionSet::from_codes(self.permissions.iter().map(String::as_str))
    }

    /// The fields that the audit log records.
    pub fn audit_view(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "permissions": self.permissions,
            "available_roles": self.available_role_ids,
        })
    }
}

/// The rights to one kind of change, each reaching other roles.
pub struct RoleChangeRights {
    all: Permission,
    /// The roles that the caller's own role may assign.
    available: Permission,
    /// The roles that the caller created.
    created: Permission,
}

pub const EDIT: RoleChangeRights =
    RoleChangeRights { all: Permission::CanEditAllRoles, available: Permission::CanEditAvailableRole, created: Permission::CanEditRole };
pub const DELETE: RoleChangeRights =
    RoleChangeRights { all: Permission::CanDeleteAllRoles, available: Permission::CanDeleteAvailableRole, created: Permission::CanDeleteRole };

/// A role that is to be changed.
pub struct RoleTarget<'a> {
    pub id: i64,
    pub created_by: Option<i64>,
    pub permissions: &'a PermissionSet,
}

/// `available`: the roles that the caller's own role may assign. A role that permits more than the caller may do is
/// not the caller's to change.
pub fn ensure_can_change(caller: &Caller, rights: &RoleChangeRights, available: &[i64], role: &RoleTarget<'_>) -> Result<()> {
    let reaches = caller.can(rights.all)
        || (caller.can(rights.available) && available.contains(&role.id))
        || (caller.can(rights.created) && role.created_by == Some(caller.user_id));
    if !reaches {
        return Err(Error::Forbidden);
    }
    grant::may_manage(caller, role.permissions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::CallerKind;
    use policy::Permission::*;

    fn caller(permissions: &[Permission]) -> Caller {
        Caller { kind: CallerKind::User, user_id: 7, permissions: set(permissions), ..Caller::default() }
    }

    fn set(permissions: &[Permission]) -> PermissionSet {
        permissions.iter().copied().collect()
    }

    fn may_edit(permissions: &[Permission], available: &[i64], created_by: Option<i64>) -> bool {
        let role = RoleTarget { id: 5, created_by, permissions: &set(&[]) };
        ensure_can_change(&caller(permissions), &EDIT, available, &role).is_ok()
    }

    #[test]
    fn each_right_reaches_its_roles() {
        assert!(may_edit(&[CanEditRole], &[], Some(7)) && !may_edit(&[CanEditRole], &[5], Some(8)));
        assert!(may_edit(&[CanEditAvailableRole], &[5], None) && !may_edit(&[CanEditAvailableRole], &[6], Some(7)));
        assert!(may_edit(&[CanEditAllRoles], &[], None));
        assert!(!may_edit(&[CanDeleteAllRoles], &[5], Some(7)));
    }

    #[test]
    fn a_role_with_more_rights_is_not_ones_to_change() {
        let more = set(&[CanDeleteUser]);
        let role = RoleTarget { id: 5, created_by: None, permissions: &more };
        assert!(ensure_can_change(&caller(&[CanEditAllRoles]), &EDIT, &[], &role).is_err());
        assert!(ensure_can_change(&caller(&[CanEditAllRoles, CanGrantPermissionsMoreThanHisOwn]), &EDIT, &[], &role).is_ok());
    }

    #[test]
    fn each_field_says_what_is_wrong_with_it() {
        let bad = RoleDraft { name: "x".repeat(32), permissions: ["can_fly".to_string()].into(), ..RoleDraft::default() };
        let Err(Error::Invalid(fields)) = bad.check() else { panic!("it is taken") };
        let fields: Vec<_> = fields.iter().map(|(path, message)| (path.as_str(), message.as_str())).collect();
        assert_eq!(fields, [("name", "maximum length is 31"), ("permissions", "unknown permission: can_fly")]);
    }
}
