//! Changing roles.
use std::collections::BTreeSet;

use kit::listing::Permitted;
use kit::{Error, Result};
use policy::{Action, Authorized, PermissionSet, Resource, action, resource};
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::{LISTING, RoleRow, permissions_of};
use crate::domain::role::RoleDraft;
use crate::publish;
use crate::store::{NamedRow, user};

/// Users and roles that are named as what keeps a role.
const NAMED: i64 = 20;
/// Users of a role are counted up to here.
const COUNTED: i64 = 1_001;

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Role, action::Create>,
    draft: &RoleDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let project_id = right.project_id();
    let made = sqlx::query_scalar(
        "INSERT INTO roles (project_id, name, description, permissions, created_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id",
    )
    .bind(project_id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.permissions.iter().collect::<Vec<_>>())
    .bind(right.caller().user_id)
    .bind(now)
    .fetch_one(&mut *connection)
    .await;
    let id = made.map_err(taken)?;
    set_available(connection, project_id, id, &draft.available_role_ids).await?;
    publish_changed(connection, project_id, id, 1, draft).await?;
    Ok(id)
}

pub async fn update(connection: &mut PgConnection, before: &Permitted<RoleRow, action::Edit>, draft: &RoleDraft, now: OffsetDateTime) -> Result<()> {
    let project_id = before.project_id();
    let done = sqlx::query(
        "UPDATE roles SET name = $3, description = $4, permissions = $5, updated_at = $6, version = version + 1 WHERE project_id = $1 AND id = $2",
    )
    .bind(project_id)
    .bind(before.id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.permissions.iter().collect::<Vec<_>>())
    .bind(now)
    .execute(&mut *connection)
    .await;
    done.map_err(taken)?;
    set_available(connection, project_id, before.id, &draft.available_role_ids).await?;
    publish_changed(connection, project_id, before.id, before.version + 1, draft).await
}

pub async fn delete(connection: &mut PgConnection, role: &Permitted<RoleRow, action::Delete>) -> Result<()> {
    let project_id = role.project_id();
    sqlx::query("DELETE FROM roles WHERE project_id = $1 AND id = $2").bind(project_id).bind(role.id).execute(&mut *connection).await?;
    publish::role::deleted(connection, project_id, role.id, role.version, &role.name).await
}

/// Why a role cannot be deleted. Users and roles are the first `NAMED` of those that the caller sees.
pub struct RoleDependency {
    pub role: NamedRow,
    pub users: Vec<NamedRow>,
    pub users_count: i64,
    pub roles: Vec<NamedRow>,
    pub settings: Vec<RoleSetting>,
}

/// A setting of the project that names a role; `name` is that of the user type or of the provider.
pub struct RoleSetting {
    pub kind: String,
    pub name: String,
}

/// What keeps a role: who has it, and which settings name it. None when nothing does; that roles assign it keeps none, nor do tokens:
/// they go with it.
pub async fn dependency(connection: &mut PgConnection, role: &Permitted<RoleRow, action::Delete>) -> Result<Option<RoleDependency>> {
    let project_id = role.project_id();
    let users_count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM (SELECT 1 FROM users WHERE project_id = $1 AND role_id = $2 AND NOT is_service LIMIT $3) counted")
            .bind(project_id)
            .bind(role.id)
            .bind(COUNTED)
            .fetch_one(&mut *connection)
            .await?;
    let settings = settings(connection, project_id, role.id).await?;
    if users_count == 0 && settings.is_empty() {
        return Ok(None);
    }
    Ok(Some(RoleDependency {
        role: NamedRow { id: role.id, name: role.name.clone() },
        users: users(connection, role).await?,
        users_count,
        roles: assigning_roles(connection, role).await?,
        settings,
    }))
}

/// The settings of the project that give the role to people who come by themselves. Whether they are switched on does not
/// matter: they would be left with a role that is not there.
async fn settings(connection: &mut PgConnection, project_id: i64, role_id: i64) -> Result<Vec<RoleSetting>> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT 'registration', '' FROM project_settings WHERE project_id = $1 AND registration_role_id = $2
         UNION ALL SELECT 'user_type', t.value ->> 'name' FROM project_settings s, jsonb_array_elements(s.user_types) t
             WHERE s.project_id = $1 AND (t.value ->> 'role_id')::bigint = $2
         UNION ALL SELECT 'identity_provider', name FROM identity_providers WHERE project_id = $1 AND role_id = $2",
    )
    .bind(project_id)
    .bind(role_id)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(kind, name)| RoleSetting { kind, name }).collect())
}

/// Users of the role whom the caller sees.
async fn users(connection: &mut PgConnection, role: &Permitted<RoleRow, action::Delete>) -> Result<Vec<NamedRow>> {
    let mut sql = QueryBuilder::new("SELECT u.id, u.name FROM users u WHERE u.project_id = ");
    sql.push_bind(role.project_id()).push(" AND u.role_id = ").push_bind(role.id).push(" AND NOT u.is_service");
    user::LISTING.push_scope(&mut sql, &role.caller().scope(Resource::User, Action::View));
    sql.push(" ORDER BY u.id LIMIT ").push_bind(NAMED);
    named(connection, sql).await
}

/// Roles that assign it and that the caller sees.
async fn assigning_roles(connection: &mut PgConnection, role: &Permitted<RoleRow, action::Delete>) -> Result<Vec<NamedRow>> {
    let mut sql = QueryBuilder::new("SELECT r.id, r.name FROM role_available_roles v JOIN roles r ON r.id = v.role_id WHERE v.project_id = ");
    sql.push_bind(role.project_id()).push(" AND v.available_role_id = ").push_bind(role.id).push(" AND r.id <> ").push_bind(role.id);
    LISTING.push_scope(&mut sql, &role.caller().scope(Resource::Role, Action::View));
    sql.push(" ORDER BY r.name LIMIT ").push_bind(NAMED);
    named(connection, sql).await
}

async fn named(connection: &mut PgConnection, mut sql: QueryBuilder<Postgres>) -> Result<Vec<NamedRow>> {
    let rows: Vec<(i64, String)> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(id, name)| NamedRow { id, name }).collect())
}

/// What each of these roles permits; those that are not there are left out.
pub async fn permissions_of_all(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<(i64, PermissionSet)>> {
    let rows: Vec<(i64, bool, Vec<String>)> =
        sqlx::query_as("SELECT id, is_administrator, permissions FROM roles WHERE project_id = $1 AND id = ANY($2)")
            .bind(project_id)
            .bind(ids)
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().map(|(id, is_administrator, codes)| (id, permissions_of(is_administrator, &codes))).collect())
}

async fn set_available(connection: &mut PgConnection, project_id: i64, role_id: i64, available: &BTreeSet<i64>) -> Result<()> {
    let ids: Vec<i64> = available.iter().copied().collect();
    sqlx::query("DELETE FROM role_available_roles WHERE project_id = $1 AND role_id = $2 AND available_role_id <> ALL($3)")
        .bind(project_id)
        .bind(role_id)
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO role_available_roles (project_id, role_id, available_role_id) SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING",
    )
    .bind(project_id)
    .bind(role_id)
    .bind(&ids)
    .execute(connection)
    .await?;
    Ok(())
}

async fn publish_changed(connection: &mut PgConnection, project_id: i64, id: i64, version: i64, draft: &RoleDraft) -> Result<()> {
    let permissions = draft.permissions.iter().cloned().collect();
    publish::role::changed(connection, project_id, id, version, &draft.name, permissions).await
}

fn taken(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("roles_name") => Error::field("name", "value must be unique"),
        _ => error.into(),
    }
}
