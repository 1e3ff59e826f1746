//! Roles.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, PermissionSet, Scope, action, default_roles, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::role::RoleDraft;
use crate::publish;
use crate::store::Named;

pub static LISTING: Listing = Listing {
    resource: "roles",
    select: "r.id, r.name, r.description, r.permissions, r.is_default, r.is_administrator, r.created_by, c.name AS created_by_name, r.created_at,
        r.updated_at, r.version, (SELECT count(*) FROM (SELECT 1 FROM users n WHERE n.project_id = r.project_id AND n.role_id = r.id AND NOT (n.is_support OR n.is_service) LIMIT 1001) n) AS users_count,
        (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.name), '[]')
         FROM role_available_roles a JOIN roles t ON t.id = a.available_role_id WHERE a.role_id = r.id) AS available_roles",
    from: "roles r LEFT JOIN users c ON c.id = r.created_by",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("id", "r.id", Kind::Int),
        sortable("name", "r.name", Kind::Text),
        column("description", "r.description", Kind::Text),
        column("is_default", "r.is_default", Kind::Bool),
        sortable("created_at", "r.created_at", Kind::Time),
        sortable("updated_at", "r.updated_at", Kind::Time),
        related("created_by_user", "r.created_by = {}"),
        related("available_roles", "EXISTS (SELECT 1 FROM role_available_roles f WHERE f.role_id = r.id AND f.available_role_id = {})"),
    ],
    default_sort: "name",
    search: &["r.name"],
    groups: "EXISTS (SELECT 1 FROM users u JOIN user_domains s ON s.user_id = u.id
        WHERE u.project_id = r.project_id AND u.role_id = r.id AND s.domain_id IN ({}))",
    // What one made, one's own role, and what it assigns.
    own: "r.created_by = {} OR r.id = (SELECT me.role_id FROM users me WHERE me.id = {}) OR r.id IN
        (SELECT a.available_role_id FROM users me JOIN role_available_roles a ON a.role_id = me.role_id WHERE me.id = {})",
    filter: "",
    whole: "",
};

#[derive(sqlx::FromRow)]
pub struct RoleRow {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    permissions: Vec<String>,
    pub is_default: bool,
    pub is_administrator: bool,
    pub created_by: Option<i64>,
    pub created_by_name: Option<String>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub version: i64,
    pub users_count: i64,
    pub available_roles: Named,
}

impl RoleRow {
    pub fn permissions(&self) -> PermissionSet {
        permissions_of(self.is_administrator, &self.permissions)
    }

    pub fn draft(&self) -> RoleDraft {
        RoleDraft {
            name: self.name.clone(),
            description: self.description.clone(),
            permissions: self.permissions().iter().map(|permission| permission.code().to_string()).collect(),
            available_role_ids: self.available_roles.iter().map(|role| role.id).collect(),
        }
    }
}

/// An administrator's role holds what the catalogue gains with a new version as well.
pub fn permissions_of(is_administrator: bool, codes: &[String]) -> PermissionSet {
    if is_administrator { PermissionSet::everything() } else { PermissionSet::from_codes(codes.iter().map(String::as_str)) }
}

pub async fn page(connection: &mut PgConnection, right: &Authorized<resource::Role, action::View>, query: &ListQuery) -> Result<Page<RoleRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

pub async fn find(connection: &mut PgConnection, right: &Authorized<resource::Role, action::View>, id: i64) -> Result<RoleRow> {
    get(connection, right.project_id(), right.scope(), id).await
}

/// As `Listing::find_for_update`. Which of the visible roles a right reaches is a rule of its own: `domain::role`.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Role, A>,
    id: i64,
) -> Result<Permitted<RoleRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

/// The role that the caller has just created, which its creator always sees.
pub async fn find_created(connection: &mut PgConnection, right: &Authorized<resource::Role, action::Create>, id: i64) -> Result<RoleRow> {
    get(connection, right.project_id(), &Scope::everything(), id).await
}

/// The caller's own role, which everybody may see.
pub async fn of_profile(connection: &mut PgConnection, right: &Authorized<resource::User, action::View>, id: i64) -> Result<RoleRow> {
    get(connection, right.project_id(), &Scope::everything(), id).await
}

async fn get(connection: &mut PgConnection, project_id: i64, scope: &Scope, id: i64) -> Result<RoleRow> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(LISTING.select).push(" FROM ").push(LISTING.from).push(" WHERE r.project_id = ").push_bind(project_id);
    sql.push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, scope);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Which of these roles lie in a reach.
pub async fn visible(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<i64>> {
    let mut sql = QueryBuilder::new("SELECT r.id FROM roles r WHERE r.project_id = ");
    sql.push_bind(project_id).push(" AND r.id = ANY(").push_bind(ids.to_vec()).push(")");
    LISTING.push_scope(&mut sql, scope);
    Ok(sql.build_query_scalar().fetch_all(connection).await?)
}

/// What a role of the project permits; None when there is no such role.
pub async fn permissions(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<PermissionSet>> {
    let found: Option<(bool, Vec<String>)> = sqlx::query_as("SELECT is_administrator, permissions FROM roles WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(id)
        .fetch_optional(connection)
        .await?;
    Ok(found.map(|(is_administrator, codes)| permissions_of(is_administrator, &codes)))
}

/// Names of those of the roles that exist.
pub async fn names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    let found = sqlx::query_as("SELECT id, name FROM roles WHERE project_id = $1 AND id = ANY($2) ORDER BY id").bind(project_id).bind(ids);
    Ok(found.fetch_all(connection).await?)
}

/// The roles that a holder of the role may assign.
pub async fn available(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Vec<i64>> {
    let found = sqlx::query_scalar("SELECT available_role_id FROM role_available_roles WHERE project_id = $1 AND role_id = $2")
        .bind(project_id)
        .bind(id)
        .fetch_all(connection)
        .await?;
    Ok(found)
}

/// The administrators' role of a project.
pub async fn administrator(connection: &mut PgConnection, project_id: i64) -> Result<i64> {
    let found = sqlx::query_scalar("SELECT id FROM roles WHERE project_id = $1 AND is_administrator ORDER BY id LIMIT 1");
    Ok(found.bind(project_id).fetch_one(connection).await?)
}

/// The roles that every project starts with: an administrator may assign all of them, a group's administrator all
/// but the administrator's, the others none.
pub async fn insert_defaults(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<()> {
    for role in default_roles() {
        let codes: Vec<String> = role.permissions.iter().map(|permission| permission.code().to_string()).collect();
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO roles (project_id, name, permissions, is_default, is_administrator, created_at, updated_at)
             VALUES ($1, $2, $3, true, $4, $5, $5) RETURNING id",
        )
        .bind(project_id)
        .bind(role.name)
        .bind(&codes)
        .bind(role.name == "administrator")
        .bind(now)
        .fetch_one(&mut *connection)
        .await?;
        publish::role::changed(connection, project_id, id, 1, role.name, codes).await?;
    }
    sqlx::query(
        "INSERT INTO role_available_roles (project_id, role_id, available_role_id)
         SELECT $1, r.id, a.id FROM roles r JOIN roles a ON a.project_id = $1
         WHERE r.project_id = $1 AND (r.name = 'administrator' OR (r.name = 'group_administrator' AND a.name <> 'administrator'))",
    )
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}
