//! The table of forward rules.
use forwarding::Queue;
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::visible::{Referencing, VisibleIds};
use crate::domain::forward_rule::ForwardRuleDraft;

pub static LISTING: Listing = Listing {
    resource: "forward-rules",
    select: COLUMNS,
    from: "forward_rules r",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("id", "r.id", Kind::Int),
        sortable("name", "r.name", Kind::Text),
        sortable("created_at", "r.created_at", Kind::Time),
        column("domain_id", "r.domain_id", Kind::Int),
        related("within_domain_id", "r.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
    ],
    default_sort: "name",
    search: &["r.name"],
    // One of the whole project is there for everybody who may view forward rules.
    groups: "(r.domain_id IS NULL OR r.domain_id IN ({}))",
    own: "r.created_by = {}",
    filter: "",
    // One of the whole project is changed by those who reach the whole project.
    whole: "(r.domain_id IS NOT NULL AND r.domain_id IN ({}))",
};

const COLUMNS: &str = "r.id, r.name, r.domain_id, r.queues, r.created_by, r.created_by_name, r.created_at, r.updated_at,
    (SELECT g.name FROM group_nodes g WHERE g.id = r.domain_id AND NOT g.deleted) AS domain_name,
    (SELECT count(*) FROM sip_numbers n WHERE n.forward_group_id = r.id) AS numbers";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ForwardRuleRow {
    pub id: i64,
    pub name: String,
    pub domain_id: Option<i64>,
    pub queues: Json<Vec<Queue>>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub domain_name: Option<String>,
    pub numbers: i64,
}

impl ForwardRuleRow {
    pub fn draft(&self) -> ForwardRuleDraft {
        ForwardRuleDraft { name: self.name.clone(), domain_id: self.domain_id, queues: self.queues.0.clone() }
    }

    /// Leaves out the name of a group that the caller does not see. Its id stays.
    pub fn retain_visible_names(&mut self, seen: &VisibleIds) {
        self.domain_name = self.domain_name.take().filter(|_| self.domain_id.is_some_and(|id| seen.groups.contains(&id)));
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<ForwardRuleRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// One that the caller sees.
pub async fn find(connection: &mut PgConnection, right: &Authorized<resource::ForwardRule, action::View>, id: i64) -> Result<ForwardRuleRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM forward_rules r WHERE r.project_id = "));
    sql.push_bind(right.project_id()).push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// One that the caller may do `A` to, locked until the transaction ends.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, A>,
    id: i64,
) -> Result<Permitted<ForwardRuleRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

/// One that this transaction has just written.
pub async fn find_written(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<ForwardRuleRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM forward_rules r WHERE r.project_id = "));
    sql.push_bind(project_id).push(" AND r.id = ").push_bind(id);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, action::Create>,
    draft: &ForwardRuleDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO forward_rules (project_id, name, domain_id, queues, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id",
    )
    .bind(right.project_id())
    .bind(&draft.name)
    .bind(draft.domain_id)
    .bind(Json(&draft.queues))
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now);
    Ok(id.fetch_one(connection).await?)
}

pub async fn update(
    connection: &mut PgConnection,
    row: &Permitted<ForwardRuleRow, action::Edit>,
    draft: &ForwardRuleDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE forward_rules SET name = $3, domain_id = $4, queues = $5, updated_at = $6, version = version + 1 WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id())
    .bind(row.id)
    .bind(&draft.name)
    .bind(draft.domain_id)
    .bind(Json(&draft.queues))
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, row: &Permitted<ForwardRuleRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM forward_rules WHERE project_id = $1 AND id = $2").bind(row.project_id()).bind(row.id).execute(connection).await?;
    Ok(())
}

/// Of groups that have some.
pub async fn count_by_group(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<(i64, i64)>> {
    let statement = "SELECT domain_id, count(*) FROM forward_rules WHERE project_id = $1 AND domain_id = ANY($2) GROUP BY domain_id";
    Ok(sqlx::query_as(statement).bind(project_id).bind(groups).fetch_all(connection).await?)
}

/// Numbers that are forwarded by the rule: the first of them.
pub async fn find_referencing(connection: &mut PgConnection, id: i64) -> Result<Vec<Referencing>> {
    Ok(sqlx::query_as("SELECT 1 AS kind, id, number AS name FROM sip_numbers WHERE forward_group_id = $1 ORDER BY number LIMIT $2")
        .bind(id)
        .bind(Referencing::MAX_FOUND)
        .fetch_all(connection)
        .await?)
}
