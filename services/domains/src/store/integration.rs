//! Integrations.
use std::collections::BTreeSet;

use kit::error::violated;
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Action, ActionKind, Caller, Resource, Scope, action, resource};
use serde_json::Value;
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::integration::{IntegrationDraft, IntegrationType};
use crate::domain::sealed::Sealed;

/// Integrations of a group that are named.
const MAX_NAMED: i64 = 20;

const TYPES: &[(&str, i16)] = &[("barrier", 1), ("axxon_one", 2)];

const OWNED: Listing = Listing {
    resource: "integrations",
    select: "i.id, i.type AS kind, i.name, i.domain_id, i.server_url, i.user_name, i.secret, i.is_active, i.version, i.created_by, i.created_by_name,
        i.created_at, i.updated_at, (SELECT g.name FROM groups g WHERE g.project_id = i.project_id AND g.id = i.domain_id) AS domain_name,
        ARRAY(SELECT u.group_id FROM integration_groups u WHERE u.project_id = i.project_id AND u.integration_id = i.id ORDER BY u.group_id) AS group_ids,
        ARRAY(SELECT g.name FROM integration_groups u JOIN groups g ON g.project_id = u.project_id AND g.id = u.group_id
              WHERE u.project_id = i.project_id AND u.integration_id = i.id ORDER BY u.group_id) AS group_names",
    from: "integrations i",
    project: "i.project_id",
    key: "i.id",
    columns: &[
        sortable("id", "i.id", Kind::Int),
        sortable("name", "i.name", Kind::Text),
        sortable("type", "i.type", Kind::Choice(TYPES)),
        sortable("domain_id", "i.domain_id", Kind::Int),
        sortable("created_at", "i.created_at", Kind::Time),
        column("is_active", "i.is_active", Kind::Bool),
        related("domains", "EXISTS (SELECT 1 FROM integration_groups u WHERE u.project_id = i.project_id AND u.integration_id = i.id AND u.group_id = {})"),
    ],
    default_sort: "name",
    search: &["i.name"],
    groups: "i.id IN (SELECT o.id FROM integrations o WHERE o.project_id = i.project_id AND o.domain_id IN ({}))",
    own: "i.created_by = {}",
    filter: "",
    whole: "",
};

pub static INTEGRATIONS: Listing = OWNED;

/// Integrations of the project, for changes.
static OF_PROJECT: Listing = Listing { filter: "i.domain_id IS NULL", groups: "", own: "", ..OWNED };
/// Integrations of groups, for changes: the creator has no right to change them beyond their groups.
static OF_GROUPS: Listing = Listing { filter: "i.domain_id IS NOT NULL", own: "", ..OWNED };

/// Integrations that the caller's groups use without owning them, which they see as well.
static USED: Listing = Listing {
    groups: "i.id IN (SELECT u.integration_id FROM integration_groups u WHERE u.project_id = i.project_id AND u.group_id IN ({}))",
    own: "",
    ..OWNED
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct IntegrationRow {
    pub id: i64,
    pub kind: i16,
    pub name: String,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    pub server_url: String,
    pub user_name: Option<String>,
    pub secret: Option<Vec<u8>>,
    pub is_active: bool,
    pub version: i64,
    pub created_by: i64,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
}

impl IntegrationRow {
    /// The group that owns it and the groups that use it.
    pub fn groups(&self) -> impl Iterator<Item = i64> {
        self.group_ids.iter().copied().chain(self.domain_id)
    }

    pub fn draft(&self) -> IntegrationDraft {
        IntegrationDraft {
            kind: IntegrationType::try_from(i32::from(self.kind)).unwrap_or_default(),
            name: self.name.clone(),
            domain_id: self.domain_id,
            groups: self.group_ids.iter().copied().collect(),
            server_url: self.server_url.clone(),
            user_name: self.user_name.clone(),
            secret: self.secret.clone().map(Sealed::from),
            is_active: self.is_active,
        }
    }
}

/// Appends " AND (…)" for the integrations that the caller sees: those of the project need another right than those of
/// groups.
fn push_visible(sql: &mut QueryBuilder<Postgres>, caller: &Caller) {
    let of_project = caller.scope(Resource::ProjectIntegration, Action::View).all;
    let scope = caller.scope(Resource::Integration, Action::View);
    sql.push(" AND (").push(if of_project { "i.domain_id IS NULL" } else { "FALSE" });
    if scope.all {
        sql.push(" OR i.domain_id IS NOT NULL OR EXISTS (SELECT 1 FROM integration_groups u WHERE u.project_id = i.project_id AND u.integration_id = i.id)");
    } else {
        for listing in [&INTEGRATIONS, &USED] {
            sql.push(" OR (TRUE");
            listing.push_scope(sql, &scope);
            sql.push(")");
        }
    }
    sql.push(")");
}

pub async fn list(connection: &mut PgConnection, caller: &Caller, query: &ListQuery) -> Result<Page<IntegrationRow>> {
    INTEGRATIONS.page_where(connection, caller.project_id, &Scope::everything(), query, |sql| push_visible(sql, caller)).await
}

/// An integration that the caller sees.
pub async fn find(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<IntegrationRow> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(INTEGRATIONS.select).push(" FROM ").push(INTEGRATIONS.from).push(" WHERE i.project_id = ").push_bind(caller.project_id);
    sql.push(" AND i.id = ").push_bind(id);
    push_visible(&mut sql, caller);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// The integration, locked until the transaction ends: one of the project by the right to those, one of a group by the
/// right over the group. Forbidden where the caller sees it and may not do `A` to it.
pub async fn find_for_update<A: ActionKind>(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<Permitted<IntegrationRow, A>> {
    let found = match find(connection, caller, id).await?.domain_id {
        None => OF_PROJECT.find_for_update(connection, &caller.authorize::<resource::ProjectIntegration, A>()?, id).await,
        Some(_) => OF_GROUPS.find_for_update(connection, &caller.authorize::<resource::Integration, A>()?, id).await,
    };
    // The caller sees it, perhaps for having created it or because a group of theirs uses it.
    found.map_err(|error| if matches!(error, Error::NotFound) { Error::Forbidden } else { error })
}

/// Ids and names of the first integrations that belong to a group or are used by it, as far as the caller sees them.
pub async fn list_of_group(connection: &mut PgConnection, caller: &Caller, group: i64) -> Result<Vec<(i64, String)>> {
    let mut sql = QueryBuilder::new("SELECT i.id, i.name FROM integrations i WHERE i.project_id = ");
    sql.push_bind(caller.project_id).push(" AND (i.domain_id = ").push_bind(group);
    sql.push(" OR i.id IN (SELECT u.integration_id FROM integration_groups u WHERE u.project_id = i.project_id AND u.group_id = ").push_bind(group);
    sql.push("))");
    push_visible(&mut sql, caller);
    sql.push(" ORDER BY i.name, i.id LIMIT ").push(MAX_NAMED);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Number of the integrations that belong to a group.
pub async fn count_owned(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM integrations WHERE project_id = $1 AND domain_id = $2")
        .bind(project_id)
        .bind(group)
        .fetch_one(connection)
        .await?)
}

/// Ids and names of the first integrations that belong to a group, as far as the caller sees them.
pub async fn list_owned(connection: &mut PgConnection, caller: &Caller, group: i64) -> Result<Vec<(i64, String)>> {
    let mut sql = QueryBuilder::new("SELECT i.id, i.name FROM integrations i WHERE i.project_id = ");
    sql.push_bind(caller.project_id).push(" AND i.domain_id = ").push_bind(group);
    push_visible(&mut sql, caller);
    sql.push(" ORDER BY i.name, i.id LIMIT ").push(MAX_NAMED);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Every integration that belongs to a group or is used by it, locked: the deletion of the group changes them.
pub async fn lock_of_group(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Vec<IntegrationRow>> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(INTEGRATIONS.select).push(" FROM ").push(INTEGRATIONS.from).push(" WHERE i.project_id = ").push_bind(project_id);
    sql.push(" AND (i.domain_id = ").push_bind(group);
    sql.push(" OR i.id IN (SELECT u.integration_id FROM integration_groups u WHERE u.project_id = i.project_id AND u.group_id = ").push_bind(group);
    sql.push(")) ORDER BY i.id FOR UPDATE OF i");
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

pub async fn insert(connection: &mut PgConnection, caller: &Caller, draft: &IntegrationDraft, now: OffsetDateTime) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO integrations (project_id, type, name, domain_id, server_url, user_name, secret, is_active, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING id",
    )
    .bind(caller.project_id)
    .bind(draft.kind as i16)
    .bind(&draft.name)
    .bind(draft.domain_id)
    .bind(&draft.server_url)
    .bind(&draft.user_name)
    .bind(draft.secret.as_ref().map(|secret| secret.bytes()))
    .bind(draft.is_active)
    .bind(caller.user_id)
    .bind(&caller.user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await
    .map_err(refused)?;
    set_groups(connection, caller.project_id, id, &draft.groups).await?;
    Ok(id)
}

pub async fn update(
    connection: &mut PgConnection,
    integration: &Permitted<IntegrationRow, action::Edit>,
    draft: &IntegrationDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE integrations SET name = $3, domain_id = $4, server_url = $5, user_name = $6, secret = $7, is_active = $8, updated_at = $9,
             version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(integration.project_id())
    .bind(integration.id)
    .bind(&draft.name)
    .bind(draft.domain_id)
    .bind(&draft.server_url)
    .bind(&draft.user_name)
    .bind(draft.secret.as_ref().map(|secret| secret.bytes()))
    .bind(draft.is_active)
    .bind(now)
    .execute(&mut *connection)
    .await
    .map_err(refused)?;
    set_groups(connection, integration.project_id(), integration.id, &draft.groups).await
}

async fn set_groups(connection: &mut PgConnection, project_id: i64, id: i64, groups: &BTreeSet<i64>) -> Result<()> {
    let groups: Vec<i64> = groups.iter().copied().collect();
    sqlx::query("DELETE FROM integration_groups WHERE project_id = $1 AND integration_id = $2 AND group_id <> ALL($3)")
        .bind(project_id)
        .bind(id)
        .bind(&groups)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO integration_groups (integration_id, group_id, project_id) SELECT $2, g, $1 FROM unnest($3::bigint[]) g ON CONFLICT DO NOTHING",
    )
    .bind(project_id)
    .bind(id)
    .bind(&groups)
    .execute(connection)
    .await
    .map_err(refused)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, integration: &Permitted<IntegrationRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM integrations WHERE project_id = $1 AND id = $2")
        .bind(integration.project_id())
        .bind(integration.id)
        .execute(connection)
        .await?;
    Ok(())
}

fn refused(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("integrations_server_url") => {
            let message = "integration server url exists".into();
            Error::Conflict { code: "integration_server_url_exists", message, data: Value::Null }
        }
        Some("integrations_group" | "integration_groups_group") => Error::InvalidRelated { names: Vec::new() },
        _ => error.into(),
    }
}
