//! The table of forward rules.
use std::collections::HashMap;

use forwarding::Queue;
use kit::clock::to_proto;
use kit::listing::{Kind, column, related, sortable};
use kit::{Error, Listing, Page, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::telephony::v1 as api;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::creator;

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
};

const COLUMNS: &str = "r.id, r.name, r.domain_id, r.queues, r.created_by, r.created_by_name, r.created_at, r.updated_at,
    (SELECT g.name FROM group_nodes g WHERE g.id = r.domain_id AND NOT g.deleted) AS domain_name,
    (SELECT count(*) FROM sip_numbers n WHERE n.forward_group_id = r.id) AS numbers";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub name: String,
    pub domain_id: Option<i64>,
    pub queues: Json<Vec<Queue>>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    domain_name: Option<String>,
    numbers: i64,
}

impl Row {
    /// `trunks`: names of those that the queues name.
    pub fn into_api(self, trunks: &HashMap<i64, String>) -> api::ForwardRule {
        api::ForwardRule {
            id: self.id,
            name: self.name,
            domain: self.domain_id.map(|id| Ref { id, name: self.domain_name.unwrap_or_default() }),
            forward_rules: self.queues.0.into_iter().map(|queue| queue.into_api(|id| trunks.get(&id).cloned())).collect(),
            sip_numbers_count: self.numbers,
            created_at: Some(to_proto(self.created_at)),
            updated_at: Some(to_proto(self.updated_at)),
            created_by_user: creator(self.created_by, self.created_by_name),
        }
    }
}

/// What can be changed of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub name: String,
    pub domain_id: Option<i64>,
    pub queues: Vec<Queue>,
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<Row>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// One that the right reaches.
pub async fn find<A: policy::ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, A>,
    id: i64,
    locked: bool,
) -> Result<Row> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM forward_rules r WHERE r.project_id = "));
    sql.push_bind(right.project_id()).push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.push(if locked { " FOR UPDATE OF r" } else { "" });
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// One that was just made or changed, for the answer.
pub async fn read(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Row> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM forward_rules r WHERE r.project_id = "));
    sql.push_bind(project_id).push(" AND r.id = ").push_bind(id);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, action::Create>,
    head: &Head,
    now: OffsetDateTime,
) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO forward_rules (project_id, name, domain_id, queues, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id",
    )
    .bind(right.project_id())
    .bind(&head.name)
    .bind(head.domain_id)
    .bind(Json(&head.queues))
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now);
    Ok(id.fetch_one(connection).await?)
}

pub async fn update(
    connection: &mut PgConnection,
    right: &Authorized<resource::ForwardRule, action::Edit>,
    id: i64,
    head: &Head,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE forward_rules SET name = $3, domain_id = $4, queues = $5, updated_at = $6, version = version + 1 WHERE project_id = $1 AND id = $2",
    )
    .bind(right.project_id())
    .bind(id)
    .bind(&head.name)
    .bind(head.domain_id)
    .bind(Json(&head.queues))
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, right: &Authorized<resource::ForwardRule, action::Delete>, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM forward_rules WHERE project_id = $1 AND id = $2").bind(right.project_id()).bind(id).execute(connection).await?;
    Ok(())
}

/// Numbers that have picked it: the first of them, which is enough to find the others.
pub async fn numbers(connection: &mut PgConnection, id: i64, limit: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar("SELECT number FROM sip_numbers WHERE forward_group_id = $1 ORDER BY number LIMIT $2")
        .bind(id)
        .bind(limit)
        .fetch_all(connection)
        .await?)
}
