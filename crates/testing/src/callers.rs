//! Callers by name.
use policy::{Caller, CallerKind, Permission, PermissionSet, default_roles};

/// Not signed in.
pub fn nobody() -> Caller {
    Caller::default()
}

/// Holds every permission in the project.
pub fn administrator(project_id: i64) -> Caller {
    someone(project_id, 1, PermissionSet::everything(), &[])
}

/// Manages the groups given and what lies below them.
pub fn group_administrator(project_id: i64, user_id: i64, domain_ids: &[i64]) -> Caller {
    with_role(project_id, user_id, "group_administrator", domain_ids)
}

/// Holds one of the default roles.
pub fn with_role(project_id: i64, user_id: i64, role: &str, domain_ids: &[i64]) -> Caller {
    let role = default_roles().into_iter().find(|r| r.name == role).expect("a default role");
    someone(project_id, user_id, role.permissions, domain_ids)
}

/// Holds just these permissions.
pub fn someone(project_id: i64, user_id: i64, permissions: impl IntoPermissions, domain_ids: &[i64]) -> Caller {
    Caller {
        project_id,
        user_id,
        session_id: user_id,
        role_id: 1,
        user_name: format!("user {user_id}"),
        permissions: permissions.into_set(),
        domain_ids: domain_ids.to_vec(),
        locale: "en".into(),
        ip: "127.0.0.1".into(),
        request_id: "test".into(),
        dealer_id: 0,
        token: None,
        app_features: None,
        kind: CallerKind::User,
    }
}

pub fn service(project_id: i64, name: &str) -> Caller {
    Caller { project_id, kind: CallerKind::Service(name.into()), ..Caller::default() }
}

pub fn device(project_id: i64, serial: &str) -> Caller {
    Caller { project_id, kind: CallerKind::Device(serial.into()), ..Caller::default() }
}

pub trait IntoPermissions {
    fn into_set(self) -> PermissionSet;
}
impl IntoPermissions for PermissionSet {
    fn into_set(self) -> PermissionSet {
        self
    }
}
impl<const N: usize> IntoPermissions for [Permission; N] {
    fn into_set(self) -> PermissionSet {
        self.into_iter().collect()
    }
}
