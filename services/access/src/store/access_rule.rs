//! The tables of access rules.
use kit::clock::to_proto;
use kit::listing::{Kind, column, related, sortable};
use kit::{Error, Listing, Page, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::access::v1 as api;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{creator, refs};

pub static LISTING: Listing = Listing {
    resource: "access-rules",
    select: COLUMNS,
    from: "access_rules r",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("name", "r.name", Kind::Text),
        sortable("created_at", "r.created_at", Kind::Time),
        sortable("id", "r.id", Kind::Int),
        column("prohibition", "r.prohibition", Kind::Bool),
        column("is_shareable", "r.is_shareable", Kind::Bool),
        related("device_id", "EXISTS (SELECT 1 FROM rule_devices x WHERE x.rule_id = r.id AND x.device_id = {})"),
        related("user_id", "EXISTS (SELECT 1 FROM rule_users x WHERE x.rule_id = r.id AND x.user_id = {})"),
        related("domain_id", "EXISTS (SELECT 1 FROM rule_groups x WHERE x.rule_id = r.id AND x.group_id = {})"),
        related(
            "within_domain_id",
            "EXISTS (SELECT 1 FROM rule_groups x JOIN group_closure c ON c.descendant_id = x.group_id WHERE x.rule_id = r.id AND c.ancestor_id = {})",
        ),
        related("identifier_id", "EXISTS (SELECT 1 FROM rule_identifiers x WHERE x.rule_id = r.id AND x.identifier_id = {})"),
        related("time_rule_id", "EXISTS (SELECT 1 FROM rule_time_rules x WHERE x.rule_id = r.id AND x.time_rule_id = {})"),
    ],
    default_sort: "name",
    search: &["r.name"],
    // A rule is seen where its doors are, and where the people are that it names by group.
    groups: "EXISTS (SELECT 1 FROM (SELECT x.group_id FROM rule_groups x WHERE x.rule_id = r.id
             UNION ALL SELECT d.domain_id FROM rule_devices y JOIN doors d ON d.id = y.device_id WHERE y.rule_id = r.id) place WHERE place.group_id IN ({}))",
    own: "r.created_by = {}",
    filter: "",
};

const COLUMNS: &str = "r.id, r.name, r.description, r.prohibition, r.is_shareable, r.created_by, r.created_by_name, r.created_at, r.updated_at,
    ARRAY(SELECT x.device_id FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id ORDER BY x.device_id, x.lock_number) AS device_ids,
    ARRAY(SELECT d.name FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id ORDER BY x.device_id, x.lock_number) AS device_names,
    ARRAY(SELECT x.lock_number::int FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id ORDER BY x.device_id, x.lock_number) AS device_locks,
    ARRAY(SELECT t.id FROM rule_time_rules x JOIN time_rules t ON t.id = x.time_rule_id WHERE x.rule_id = r.id ORDER BY t.id) AS time_rule_ids,
    ARRAY(SELECT t.name FROM rule_time_rules x JOIN time_rules t ON t.id = x.time_rule_id WHERE x.rule_id = r.id ORDER BY t.id) AS time_rule_names,
    ARRAY(SELECT p.id FROM rule_users x JOIN people p ON p.id = x.user_id WHERE x.rule_id = r.id AND NOT p.deleted ORDER BY p.id LIMIT 500) AS user_ids,
    ARRAY(SELECT p.name FROM rule_users x JOIN people p ON p.id = x.user_id WHERE x.rule_id = r.id AND NOT p.deleted ORDER BY p.id LIMIT 500) AS user_names,
    ARRAY(SELECT i.id FROM rule_identifiers x JOIN identifiers i ON i.id = x.identifier_id WHERE x.rule_id = r.id ORDER BY i.id LIMIT 500) AS identifier_ids,
    ARRAY(SELECT i.name FROM rule_identifiers x JOIN identifiers i ON i.id = x.identifier_id WHERE x.rule_id = r.id ORDER BY i.id LIMIT 500) AS identifier_names,
    ARRAY(SELECT g.id FROM rule_groups x JOIN group_nodes g ON g.id = x.group_id WHERE x.rule_id = r.id ORDER BY g.id) AS group_ids,
    ARRAY(SELECT g.name FROM rule_groups x JOIN group_nodes g ON g.id = x.group_id WHERE x.rule_id = r.id ORDER BY g.id) AS group_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub prohibition: bool,
    pub is_shareable: bool,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub device_ids: Vec<i64>,
    pub device_names: Vec<String>,
    pub device_locks: Vec<i32>,
    pub time_rule_ids: Vec<i64>,
    pub time_rule_names: Vec<String>,
    pub user_ids: Vec<i64>,
    pub user_names: Vec<String>,
    pub identifier_ids: Vec<i64>,
    pub identifier_names: Vec<String>,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
}

impl Row {
    pub fn into_api(self) -> api::AccessRule {
        let devices = self.device_ids.into_iter().zip(self.device_names).zip(self.device_locks);
        api::AccessRule {
            id: self.id,
            name: self.name,
            description: self.description,
            devices: devices.map(|((id, name), lock_number)| api::RuleDevice { id, name, lock_number }).collect(),
            time_rules: refs(self.time_rule_ids, self.time_rule_names),
            users: refs(self.user_ids, self.user_names),
            identifiers: refs(self.identifier_ids, self.identifier_names),
            domains: refs(self.group_ids, self.group_names),
            prohibition: self.prohibition,
            is_shareable: self.is_shareable,
            created_by_user: creator(self.created_by, self.created_by_name),
            created_at: Some(to_proto(self.created_at)),
            updated_at: Some(to_proto(self.updated_at)),
        }
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<Row>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

pub async fn find<A: policy::ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, A>,
    id: i64,
    lock: bool,
) -> Result<Row> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM access_rules r WHERE r.project_id = "));
    sql.push_bind(right.project_id()).push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.push(if lock { " FOR UPDATE OF r" } else { "" });
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// The head of a rule, without what it relates.
pub struct Head<'a> {
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub prohibition: bool,
    pub is_shareable: bool,
    pub at: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, right: &Authorized<resource::AccessRule, action::Create>, head: &Head<'_>) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO access_rules (project_id, name, description, prohibition, is_shareable, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id",
    )
    .bind(right.project_id())
    .bind(head.name)
    .bind(head.description)
    .bind(head.prohibition)
    .bind(head.is_shareable)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(head.at);
    Ok(id.fetch_one(connection).await?)
}

pub async fn update(connection: &mut PgConnection, right: &Authorized<resource::AccessRule, action::Edit>, id: i64, head: &Head<'_>) -> Result<()> {
    sqlx::query("UPDATE access_rules SET name = $3, description = $4, prohibition = $5, is_shareable = $6, updated_at = $7, version = version + 1 WHERE project_id = $1 AND id = $2")
        .bind(right.project_id())
        .bind(id)
        .bind(head.name)
        .bind(head.description)
        .bind(head.prohibition)
        .bind(head.is_shareable)
        .bind(head.at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Cascades to what it relates.
pub async fn delete(connection: &mut PgConnection, right: &Authorized<resource::AccessRule, action::Delete>, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM access_rules WHERE project_id = $1 AND id = $2").bind(right.project_id()).bind(id).execute(connection).await?;
    Ok(())
}

pub async fn set_doors(connection: &mut PgConnection, project_id: i64, rule: i64, doors: &[(i64, i32)]) -> Result<()> {
    let (devices, locks): (Vec<i64>, Vec<i32>) = doors.iter().copied().unzip();
    sqlx::query("DELETE FROM rule_devices WHERE rule_id = $1").bind(rule).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO rule_devices (rule_id, device_id, lock_number, project_id)
         SELECT $1, d, l, $4 FROM unnest($2::bigint[], $3::int[]) AS t(d, l) ON CONFLICT DO NOTHING",
    )
    .bind(rule)
    .bind(devices)
    .bind(locks)
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// The tables that hold what a rule relates, by one column each.
#[derive(Clone, Copy)]
pub enum Relation {
    Users,
    Groups,
    Identifiers,
    TimeRules,
}

impl Relation {
    fn statements(self) -> (&'static str, &'static str) {
        match self {
            Relation::Users => (
                "DELETE FROM rule_users WHERE rule_id = $1 AND user_id <> ALL($2)",
                "INSERT INTO rule_users (rule_id, user_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
            Relation::Groups => (
                "DELETE FROM rule_groups WHERE rule_id = $1 AND group_id <> ALL($2)",
                "INSERT INTO rule_groups (rule_id, group_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
            Relation::Identifiers => (
                "DELETE FROM rule_identifiers WHERE rule_id = $1 AND identifier_id <> ALL($2)",
                "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
            Relation::TimeRules => (
                "DELETE FROM rule_time_rules WHERE rule_id = $1 AND time_rule_id <> ALL($2)",
                "INSERT INTO rule_time_rules (rule_id, time_rule_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
        }
    }
}

pub async fn set(connection: &mut PgConnection, project_id: i64, rule: i64, relation: Relation, ids: &[i64]) -> Result<()> {
    let (remove, add) = relation.statements();
    sqlx::query(remove).bind(rule).bind(ids).execute(&mut *connection).await?;
    sqlx::query(add).bind(rule).bind(ids).bind(project_id).execute(connection).await?;
    Ok(())
}
