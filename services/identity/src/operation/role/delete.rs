//! Removing roles.
use kit::bulk::Deletion;
use kit::listing::Permitted;
use kit::{Error, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::common::v1::ItemResult;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{push_changed, role_change};
use crate::app::App;
use crate::domain::role::{DELETE, RoleTarget, ensure_can_change};
use crate::store;
use crate::store::NamedRow;
use crate::store::role::{RoleDependency, RoleRow};
use crate::store::token::RevokedToken;

/// The right to remove roles.
pub type RoleDelete = Authorized<resource::Role, action::Delete>;

/// What was deleted, and why the others were not.
#[derive(Default)]
pub struct DeletedRoles {
    pub items: Vec<ItemResult>,
    pub deleted: Vec<NamedRow>,
    pub dependencies: Vec<RoleDependency>,
}

enum Outcome {
    Deleted(NamedRow),
    InUse(RoleDependency),
}

/// Refused while users have the role or settings name it; the project's tokens that have it are deleted with it. With `gently` it is not refused: the answer says what uses it.
pub async fn delete(app: &App, right: &RoleDelete, id: i64, gently: bool) -> Result<DeletedRoles> {
    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    let mut answer = DeletedRoles::default();
    match remove(app, &mut tx, right, id).await? {
        Outcome::Deleted(role) => answer.deleted.push(role),
        Outcome::InUse(dependency) if gently => answer.dependencies.push(dependency),
        Outcome::InUse(dependency) => return Err(in_use(&dependency)),
    }
    tx.commit().await?;
    push_all(app, project_id, &answer.deleted).await;
    Ok(answer)
}

/// Answers per item, in the order asked.
pub async fn delete_all(app: &App, right: &RoleDelete, ids: Vec<i64>, gently: bool) -> Result<DeletedRoles> {
    let project_id = right.project_id();
    let mut deletion = Deletion::begin(&app.context.database, project_id, ids).await?;
    let mut answer = DeletedRoles::default();
    while let Some(mut item) = deletion.next().await? {
        let removed = match remove(app, &mut item.savepoint, right, item.id).await {
            Ok(Outcome::Deleted(role)) => {
                answer.deleted.push(role);
                Ok(())
            }
            Ok(Outcome::InUse(dependency)) => {
                let error = in_use(&dependency);
                answer.dependencies.extend(gently.then_some(dependency));
                Err(error)
            }
            Err(error) => Err(error),
        };
        item.finish(removed).await?;
    }
    answer.items = deletion.commit().await?.items;
    push_all(app, project_id, &answer.deleted).await;
    Ok(answer)
}

async fn push_all(app: &App, project_id: i64, roles: &[NamedRow]) {
    for role in roles {
        push_changed(app, project_id, role.id).await;
    }
}

async fn remove(app: &App, connection: &mut PgConnection, right: &RoleDelete, id: i64) -> Result<Outcome> {
    let caller = right.caller();
    let role = store::role::find_for_update(connection, right, id).await?;
    let available = store::role::available(connection, caller.project_id, caller.role_id).await?;
    let target = RoleTarget { id, created_by: role.created_by, permissions: &role.permissions() };
    ensure_can_change(caller, &DELETE, &available, &target)?;
    if role.is_default {
        return Err(Error::Conflict { code: "default_role", message: "action prohibited".into(), data: Value::Null });
    }
    if let Some(dependency) = store::role::dependency(connection, &role).await? {
        return Ok(Outcome::InUse(dependency));
    }
    delete_tokens(app, connection, &role).await?;
    store::role::delete(connection, &role).await?;
    let change = role_change(Action::Delete, id, &role.name, role.draft().audit_view(), Value::Null);
    kit::audit::record(connection, &app.context.clock, caller, change).await?;
    Ok(Outcome::Deleted(NamedRow { id, name: role.into_row().name }))
}

/// The project's tokens that have this role. The message to gateways about the role covers them.
async fn delete_tokens(app: &App, connection: &mut PgConnection, role: &Permitted<RoleRow, action::Delete>) -> Result<()> {
    let deleted = store::token::delete_of_role(connection, role, app.context.clock.now()).await?;
    kit::audit::record_all(connection, &app.context.clock, role.caller(), deleted.iter().map(token_deletion)).await
}

fn token_deletion(token: &RevokedToken) -> kit::audit::Change<'_> {
    kit::audit::Change::new(Action::Delete, Resource::Token, token.token_id, &token.name, json!({ "name": token.name }), Value::Null)
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
