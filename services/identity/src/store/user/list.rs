//! Reading users: the list, and one of them.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, PermissionSet, Scope, action, resource};
use serde::Deserialize;
use sqlx::types::{Json, Uuid};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::user::UserDraft;
use crate::store::Named;
use crate::store::role::permissions_of;

/// The columns of a [`UserDraft`], which has them under the same names; a record made of its JSON is what is written.
pub(super) const FIELDS: &str = "role_id, name, description, email, login, is_active, phone, address, elevator_access_disabled";

pub static LISTING: Listing = Listing {
    resource: "users",
    select: "u.id, u.account_id, u.name, u.description, u.email, u.login, u.has_password, u.verified_email, u.is_support,
        u.invited_at, u.is_active,
        u.activated_at, u.phone, u.address, u.elevator_access_disabled,
        u.locale, u.time_zone, u.time_format, u.identifier_format, u.is_app_popup_active, u.created_by, u.created_at, u.updated_at, u.version,
        u.role_id, r.name AS role_name, r.is_administrator, r.permissions, c.name AS created_by_name,
        (SELECT coalesce(json_agg(json_build_object('id', m.domain_id, 'name', coalesce(g.name, '')) ORDER BY g.name, m.domain_id), '[]')
         FROM user_domains m LEFT JOIN group_nodes g ON g.id = m.domain_id WHERE m.user_id = u.id) AS domains,
        (SELECT coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'color', k.color) ORDER BY k.name), '[]')
         FROM user_markers m JOIN markers k ON k.id = m.marker_id WHERE m.user_id = u.id) AS markers,
        (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) ORDER BY l.name, l.id), '[]')
         FROM user_links k JOIN users l ON l.id = k.linked_user_id WHERE k.user_id = u.id) AS linked_users,
        (SELECT a.key FROM avatars a WHERE a.user_id = u.id) AS avatar_key",
    from: "users u LEFT JOIN roles r ON r.id = u.role_id LEFT JOIN users c ON c.id = u.created_by",
    project: "u.project_id",
    key: "u.id",
    columns: &[
        sortable("id", "u.id", Kind::Int),
        sortable("name", "u.name", Kind::Text),
        sortable("email", "u.email", Kind::Text),
        column("login", "u.login", Kind::Text),
        column("description", "u.description", Kind::Text),
        column("phone", "u.phone", Kind::Text),
        column("is_active", "u.is_active", Kind::Bool),
        column("elevator_access_disabled", "u.elevator_access_disabled", Kind::Bool),
        column("is_invited", "(u.invited_at IS NOT NULL AND NOT u.has_password)", Kind::Bool),
        column("activated_at", "u.activated_at", Kind::Time),
        sortable("created_at", "u.created_at", Kind::Time),
        sortable("role_id", "u.role_id", Kind::Int),
        related("role", "u.role_id = {}"),
        related("domains", "EXISTS (SELECT 1 FROM user_domains f WHERE f.user_id = u.id AND f.domain_id = {})"),
        related(
            "within_domain_id",
            "EXISTS (SELECT 1 FROM user_domains f JOIN group_closure c ON c.descendant_id = f.domain_id WHERE f.user_id = u.id AND c.ancestor_id = {})",
        ),
        related("created_by_user", "u.created_by = {}"),
        related("markers", "EXISTS (SELECT 1 FROM user_markers f WHERE f.user_id = u.id AND f.marker_id = {})"),
        related("linked_users", "EXISTS (SELECT 1 FROM user_links f WHERE f.user_id = u.id AND f.linked_user_id = {})"),
    ],
    default_sort: "name",
    search: &["u.name", "u.email", "u.login"],
    groups: "EXISTS (SELECT 1 FROM user_domains s WHERE s.user_id = u.id AND s.domain_id IN ({}))",
    own: "u.id = {} OR u.created_by = {}",
    filter: "NOT (u.is_support OR u.is_service)",
    whole: "NOT EXISTS (SELECT 1 FROM user_domains w WHERE w.user_id = u.id AND w.domain_id NOT IN ({}))",
};

pub static SEARCHABLE: Searchable = Searchable { kind: "user", listing: &LISTING, name: "u.name", detail: "coalesce(u.email, u.login)" };

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UserRow {
    pub id: i64,
    pub account_id: Option<i64>,
    pub name: String,
    pub description: Option<String>,
    pub email: Option<String>,
    pub login: Option<String>,
    pub has_password: bool,
    /// The e-mail that was last proved to be theirs.
    verified_email: Option<String>,
    /// When the last link to set one was sent.
    pub invited_at: Option<OffsetDateTime>,
    /// A dealer in a support session: seen by themself alone.
    pub is_support: bool,
    pub is_active: bool,
    pub activated_at: Option<OffsetDateTime>,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub elevator_access_disabled: bool,
    pub locale: String,
    pub time_zone: String,
    pub time_format: i16,
    pub identifier_format: i16,
    pub is_app_popup_active: bool,
    pub created_by: Option<i64>,
    pub created_by_name: Option<String>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub version: i64,
    pub role_id: i64,
    pub role_name: String,
    pub is_administrator: bool,
    permissions: Vec<String>,
    pub domains: Named,
    pub markers: Json<Vec<MarkerOf>>,
    pub linked_users: Named,
    pub avatar_key: Option<Uuid>,
}

/// A marker on a user.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MarkerOf {
    pub id: i64,
    pub name: String,
    pub color: String,
}

impl UserRow {
    /// What the user's role permits.
    pub fn permissions(&self) -> PermissionSet {
        permissions_of(self.is_administrator, &self.permissions)
    }

    /// Invited and without a password until now.
    pub fn is_invited(&self) -> bool {
        self.invited_at.is_some() && !self.has_password
    }

    /// The e-mail was proved to be theirs.
    pub fn is_verified(&self) -> bool {
        self.email.is_some()
            && self.email.as_ref().map(|email| email.to_lowercase()) == self.verified_email.as_ref().map(|email| email.to_lowercase())
    }

    /// An administrator who can sign in.
    pub fn administers(&self) -> bool {
        self.is_administrator && self.is_active && self.has_password
    }

    pub fn draft(&self) -> UserDraft {
        UserDraft {
            name: self.name.clone(),
            login: self.login.clone(),
            email: self.email.clone(),
            description: self.description.clone(),
            phone: self.phone.clone(),
            address: self.address.clone(),
            role_id: self.role_id,
            domain_ids: self.domains.iter().map(|group| group.id).collect(),
            is_active: self.is_active,
            marker_ids: self.markers.iter().map(|marker| marker.id).collect(),
            linked_user_ids: self.linked_users.iter().map(|user| user.id).collect(),
            elevator_access_disabled: self.elevator_access_disabled,
        }
    }
}

pub async fn page(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::View>,
    query: &ListQuery,
    is_group_admin: Option<bool>,
) -> Result<Page<UserRow>> {
    let only = |sql: &mut QueryBuilder<sqlx::Postgres>| {
        if let Some(wanted) = is_group_admin {
            sql.push(" AND (r.is_administrator OR 'can_manage_self_domain_users' = ANY(r.permissions)) = ").push_bind(wanted);
        }
    };
    LISTING.page_by_parts(connection, right.project_id(), right.scope(), query, "users_by_part", only).await
}

pub async fn find(connection: &mut PgConnection, right: &Authorized<resource::User, action::View>, id: i64) -> Result<UserRow> {
    get(connection, right, id, "").await
}

/// As `Listing::find_for_update`. Whoever created a user is permitted too: see `is_wholly_within`.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, A>,
    id: i64,
) -> Result<Permitted<UserRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

/// The caller's own user, locked until the transaction ends.
pub async fn find_own_for_update(connection: &mut PgConnection, right: &Authorized<resource::User, action::View>) -> Result<UserRow> {
    get(connection, right, right.caller().user_id, " FOR NO KEY UPDATE OF u").await
}

async fn get(connection: &mut PgConnection, right: &Authorized<resource::User, action::View>, id: i64, locking: &'static str) -> Result<UserRow> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(LISTING.select).push(" FROM ").push(LISTING.from).push(" WHERE u.project_id = ").push_bind(right.project_id());
    sql.push(" AND u.id = ").push_bind(id);
    sql.push(" AND (NOT (u.is_support OR u.is_service) OR u.id = ").push_bind(right.caller().user_id).push(")");
    LISTING.push_scope(&mut sql, right.scope());
    sql.push(locking);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Whether a user lies in this scope with every group. Somebody who reaches a user by one group only, or who created the
/// user, could otherwise sign in as them and act in the groups beyond their own reach.
pub async fn is_wholly_within(connection: &mut PgConnection, project_id: i64, scope: &Scope, id: i64) -> Result<bool> {
    Ok(!wholly_within(connection, project_id, scope, &[id]).await?.is_empty())
}

/// Which of these users lie in this scope with every group. A user without groups lies in the scope of whoever created them.
pub async fn wholly_within(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<i64>> {
    let mut sql = QueryBuilder::new("SELECT u.id FROM users u WHERE u.project_id = ");
    sql.push_bind(project_id).push(" AND u.id = ANY(").push_bind(ids.to_vec()).push(") AND ").push(LISTING.filter);
    LISTING.push_scope(&mut sql, scope);
    sql.push(" AND (u.id = ").push_bind(scope.user_id);
    sql.push(" OR NOT EXISTS (SELECT 1 FROM user_domains m WHERE m.user_id = u.id) OR (TRUE");
    LISTING.push_whole_scope(&mut sql, &Scope { own: false, ..scope.clone() });
    sql.push("))");
    Ok(sql.build_query_scalar().fetch_all(connection).await?)
}

/// Which of these users lie in a reach.
pub async fn within(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<i64>> {
    let mut sql = QueryBuilder::new("SELECT u.id FROM users u WHERE u.project_id = ");
    sql.push_bind(project_id).push(" AND u.id = ANY(").push_bind(ids.to_vec()).push(") AND ").push(LISTING.filter);
    LISTING.push_scope(&mut sql, scope);
    Ok(sql.build_query_scalar().fetch_all(connection).await?)
}
