//! Removing roles.
use kit::{Error, Result};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::{ItemResult, Ref};
use proto::vestibule::identity::v1::{DeleteAllRolesResponse, DeleteRoleResponse, RoleDependency};
use serde_json::{Value, json};
use sqlx::{Acquire, PgConnection};

use super::{change, shown, tell};
use crate::domain::role::{DELETE, Target, may_change};
use crate::parts::Parts;
use crate::store;

/// Roles that one call removes at most.
const MAX_ITEMS: usize = 500;

pub struct Rights {
    pub view: Authorized<resource::Role, action::View>,
    pub delete: Authorized<resource::Role, action::Delete>,
}

/// What became of a role.
enum Outcome {
    Deleted(Ref),
    Kept(RoleDependency),
}

/// Refused while users have it or settings name it; gently it is left alone, and what keeps it is answered.
pub async fn delete_role(parts: &Parts, rights: &Rights, id: i64, gently: bool) -> Result<DeleteRoleResponse> {
    let mut tx = parts.context.database.tenant(rights.delete.project_id()).await?;
    let outcome = delete(parts, &mut tx, rights, id).await?;
    let response = match outcome {
        Outcome::Deleted(role) => DeleteRoleResponse { deleted_items: vec![role], dependencies: Vec::new() },
        Outcome::Kept(dependency) if gently => DeleteRoleResponse { deleted_items: Vec::new(), dependencies: vec![dependency] },
        Outcome::Kept(dependency) => return Err(in_use(&dependency)),
    };
    tx.commit().await?;
    for role in &response.deleted_items {
        tell(parts, rights.delete.project_id(), role.id).await;
    }
    Ok(response)
}

/// Answers per item, in the order asked.
pub async fn delete_roles(parts: &Parts, rights: &Rights, ids: &[i64], gently: bool) -> Result<DeleteAllRolesResponse> {
    if ids.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("maximum length is {MAX_ITEMS}")));
    }
    let mut tx = parts.context.database.tenant(rights.delete.project_id()).await?;
    let mut response = DeleteAllRolesResponse::default();
    for &id in ids {
        let mut savepoint = tx.begin().await?;
        let failure = match delete(parts, &mut savepoint, rights, id).await {
            Ok(Outcome::Deleted(role)) => {
                savepoint.commit().await?;
                response.deleted_items.push(role);
                None
            }
            Ok(Outcome::Kept(dependency)) => {
                savepoint.rollback().await?;
                let error = in_use(&dependency);
                response.dependencies.extend(gently.then_some(dependency));
                Some(error)
            }
            Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                savepoint.rollback().await?;
                Some(error)
            }
        };
        let message = failure.map(|error| error.to_string()).unwrap_or_default();
        response.items.push(ItemResult { id, done: message.is_empty(), message });
    }
    tx.commit().await?;
    for role in &response.deleted_items {
        tell(parts, rights.delete.project_id(), role.id).await;
    }
    Ok(response)
}

async fn delete(parts: &Parts, connection: &mut PgConnection, rights: &Rights, id: i64) -> Result<Outcome> {
    let caller = rights.delete.caller();
    let role = store::role::lock_to_delete(connection, &rights.view, id).await?;
    let available = store::role::available(connection, caller.project_id, caller.role_id).await?;
    let target = Target { id, created_by: role.created_by, permissions: &role.permissions() };
    may_change(caller, &DELETE, &available, &target)?;
    if role.is_default {
        return Err(Error::Conflict { code: "default_role", message: "action prohibited".into(), data: Value::Null });
    }
    if let Some(dependency) = store::role_change::dependency(connection, rights.delete.project_id(), &role).await? {
        return Ok(Outcome::Kept(dependency));
    }
    store::role_change::delete(connection, &rights.delete, &role).await?;
    let change = change(Action::Delete, id, &role.name, shown(&role.draft()), Value::Null);
    kit::audit::record(connection, &parts.context.clock, caller, change).await?;
    Ok(Outcome::Deleted(Ref { id, name: role.name }))
}

fn in_use(dependency: &RoleDependency) -> Error {
    let users: Vec<&str> = dependency.users.iter().map(|user| user.name.as_str()).collect();
    let settings: Vec<&str> = dependency.settings.iter().map(|setting| setting.name.as_str()).filter(|name| !name.is_empty()).collect();
    let counts = [("users", dependency.users_count, users), ("settings", dependency.settings.len() as i64, settings)];
    let dependents = counts.into_iter().filter(|(_, count, _)| *count > 0);
    let dependents = dependents.map(|(resource, count, names)| json!({ "resource": resource, "count": count, "names": names }));
    let data = json!({ "dependents": dependents.collect::<Vec<_>>() });
    Error::Conflict { code: "role_in_use", message: "action prohibited".into(), data }
}
