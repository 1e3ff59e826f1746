//! The tables of trunks.
mod referencing;

use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::sip_trunk::SipTrunkDraft;
use crate::store::visible::VisibleIds;

pub use referencing::find as find_referencing;

pub static LISTING: Listing = Listing {
    resource: "sip-trunks",
    select: COLUMNS,
    from: "sip_trunks t",
    project: "t.project_id",
    key: "t.id",
    columns: &[
        sortable("id", "t.id", Kind::Int),
        sortable("name", "t.name", Kind::Text),
        sortable("created_at", "t.created_at", Kind::Time),
        column("outgoing_number", "t.outgoing_number", Kind::Text),
        column("termination_uri", "t.termination_uri", Kind::Text),
        column("status", "t.status", Kind::Text),
        related("domain_id", "EXISTS (SELECT 1 FROM sip_trunk_groups x WHERE x.trunk_id = t.id AND x.group_id = {})"),
        related(
            "within_domain_id",
            "EXISTS (SELECT 1 FROM sip_trunk_groups x JOIN group_closure c ON c.descendant_id = x.group_id WHERE x.trunk_id = t.id AND c.ancestor_id = {})",
        ),
    ],
    default_sort: "name",
    search: &["t.name", "t.outgoing_number", "t.termination_uri"],
    groups: "t.id IN (SELECT x.trunk_id FROM sip_trunk_groups x WHERE x.group_id IN ({}))",
    own: "t.created_by = {}",
    filter: "",
    whole: "NOT EXISTS (SELECT 1 FROM sip_trunk_groups x WHERE x.trunk_id = t.id AND x.group_id NOT IN ({}))",
};

const COLUMNS: &str =
    "t.id, t.name, t.outgoing_number, t.termination_uri, t.login, t.sealed_password, t.is_registration_enabled, t.status, t.status_message,
    t.created_by, t.created_by_name, t.created_at, t.updated_at,
    ARRAY(SELECT g.id FROM sip_trunk_groups x JOIN group_nodes g ON g.id = x.group_id WHERE x.trunk_id = t.id ORDER BY g.id) AS group_ids,
    ARRAY(SELECT g.name FROM sip_trunk_groups x JOIN group_nodes g ON g.id = x.group_id WHERE x.trunk_id = t.id ORDER BY g.id) AS group_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SipTrunkRow {
    pub id: i64,
    pub name: String,
    pub outgoing_number: String,
    pub termination_uri: String,
    pub login: Option<String>,
    pub sealed_password: Option<Vec<u8>>,
    pub is_registration_enabled: bool,
    pub status: String,
    pub status_message: Option<String>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
}

impl SipTrunkRow {
    pub fn draft(&self) -> SipTrunkDraft {
        SipTrunkDraft {
            name: self.name.clone(),
            outgoing_number: self.outgoing_number.clone(),
            termination_uri: self.termination_uri.clone(),
            login: self.login.clone(),
            is_registration_enabled: self.is_registration_enabled,
            domains: self.group_ids.clone(),
        }
    }

    /// Leaves out the names of groups that the caller does not see. The ids stay: they are what a form sends back.
    pub fn retain_visible_names(&mut self, seen: &VisibleIds) {
        let hidden = self.group_ids.iter().zip(&mut self.group_names).filter(|(id, _)| !seen.groups.contains(*id));
        hidden.for_each(|(_, name)| name.clear());
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::SipTrunk, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<SipTrunkRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// One that the caller sees.
pub async fn find(connection: &mut PgConnection, right: &Authorized<resource::SipTrunk, action::View>, id: i64) -> Result<SipTrunkRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM sip_trunks t WHERE t.project_id = "));
    sql.push_bind(right.project_id()).push(" AND t.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// One that the caller may do `A` to, locked until the transaction ends: its creator, or who reaches every group that
/// calls by it.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::SipTrunk, A>,
    id: i64,
) -> Result<Permitted<SipTrunkRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

/// One that this transaction has just written.
pub async fn find_written(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<SipTrunkRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM sip_trunks t WHERE t.project_id = "));
    sql.push_bind(project_id).push(" AND t.id = ").push_bind(id);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::SipTrunk, action::Create>,
    trunk: &SipTrunkDraft,
    sealed_password: Option<&[u8]>,
    now: OffsetDateTime,
) -> Result<i64> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO sip_trunks (project_id, name, outgoing_number, termination_uri, login, sealed_password, is_registration_enabled, status,
             created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING id",
    )
    .bind(right.project_id())
    .bind(&trunk.name)
    .bind(&trunk.outgoing_number)
    .bind(&trunk.termination_uri)
    .bind(&trunk.login)
    .bind(sealed_password)
    .bind(trunk.is_registration_enabled)
    .bind(trunk.first_status())
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    set_groups(connection, right.project_id(), id, &trunk.domains).await?;
    Ok(id)
}

/// `has_new_registration`: it registers elsewhere or otherwise, so its status starts anew.
pub async fn update(
    connection: &mut PgConnection,
    row: &Permitted<SipTrunkRow, action::Edit>,
    trunk: &SipTrunkDraft,
    sealed_password: Option<&[u8]>,
    has_new_registration: bool,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE sip_trunks SET name = $3, outgoing_number = $4, termination_uri = $5, login = $6, sealed_password = $7, is_registration_enabled = $8,
             status = CASE WHEN $9 THEN $10 ELSE status END, status_message = CASE WHEN $9 THEN NULL ELSE status_message END, updated_at = $11,
             version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id())
    .bind(row.id)
    .bind(&trunk.name)
    .bind(&trunk.outgoing_number)
    .bind(&trunk.termination_uri)
    .bind(&trunk.login)
    .bind(sealed_password)
    .bind(trunk.is_registration_enabled)
    .bind(has_new_registration)
    .bind(trunk.first_status())
    .bind(now)
    .execute(&mut *connection)
    .await?;
    set_groups(connection, row.project_id(), row.id, &trunk.domains).await
}

async fn set_groups(connection: &mut PgConnection, project_id: i64, trunk: i64, groups: &[i64]) -> Result<()> {
    sqlx::query("DELETE FROM sip_trunk_groups WHERE trunk_id = $1 AND group_id <> ALL($2)")
        .bind(trunk)
        .bind(groups)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO sip_trunk_groups (trunk_id, group_id, project_id) SELECT $1, g, $3 FROM unnest($2::bigint[]) g ON CONFLICT DO NOTHING")
        .bind(trunk)
        .bind(groups)
        .bind(project_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Cascades to its groups.
pub async fn delete(connection: &mut PgConnection, row: &Permitted<SipTrunkRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM sip_trunks WHERE project_id = $1 AND id = $2").bind(row.project_id()).bind(row.id).execute(connection).await?;
    Ok(())
}
