//! Types of groups.
use std::collections::HashMap;

use kit::error::violated;
use kit::listing::{Kind, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, Scope, action, resource};
use proto::vestibule::domains::v1::{GroupKind, GroupType};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::domain::generation::Types;
use crate::domain::group_type::Draft;

pub type Proof<A> = Authorized<resource::GroupType, A>;

const KINDS: &[(&str, i16)] = &[("building", 1), ("unit", 2), ("floor", 3), ("apartment", 4), ("common", 5)];

const COLUMNS: &str = "t.id, t.kind, t.name,
    (SELECT count(*) FROM (SELECT 1 FROM groups g WHERE g.project_id = t.project_id AND g.domain_type_id = t.id LIMIT 1001) counted) AS domains_count";

pub static GROUP_TYPES: Listing = Listing {
    resource: "domain-types",
    select: COLUMNS,
    from: "group_types t",
    project: "t.project_id",
    key: "t.id",
    columns: &[sortable("id", "t.id", Kind::Int), sortable("name", "t.name", Kind::Text), sortable("type", "t.kind", Kind::Choice(KINDS))],
    default_sort: "name",
    search: &["t.name"],
    groups: "",
    own: "",
    filter: "",
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    kind: i16,
    name: String,
    domains_count: i64,
}

impl Row {
    fn into_api(self) -> GroupType {
        GroupType { id: self.id, r#type: self.kind.into(), name: self.name, domains_count: self.domains_count }
    }
}

pub async fn page(connection: &mut PgConnection, proof: &Proof<action::View>, query: &ListQuery) -> Result<Page<GroupType>> {
    let rows: Page<Row> = GROUP_TYPES.page(connection, proof.project_id(), &Scope::everything(), query).await?;
    Ok(rows.map(Row::into_api))
}

/// Also for whoever may change it: types are visible to every user of the project.
pub async fn get<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>, id: i64) -> Result<GroupType> {
    let statement = format!("SELECT {COLUMNS} FROM group_types t WHERE t.project_id = $1 AND t.id = $2"); // Nothing but constants.
    let row: Option<Row> = sqlx::query_as(AssertSqlSafe(statement)).bind(proof.project_id()).bind(id).fetch_optional(connection).await?;
    Ok(row.ok_or(Error::NotFound)?.into_api())
}

/// The type, locked for a change.
pub async fn lock<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>, id: i64) -> Result<Draft> {
    let row: Option<(i16, String)> = sqlx::query_as("SELECT kind, name FROM group_types WHERE project_id = $1 AND id = $2 FOR UPDATE")
        .bind(proof.project_id())
        .bind(id)
        .fetch_optional(connection)
        .await?;
    let (number, name) = row.ok_or(Error::NotFound)?;
    Ok(Draft { name, kind: kind(number) })
}

/// The kind of a type that a group names; it stays as it is until the transaction ends.
pub async fn kind_of(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<GroupKind> {
    let number: Option<i16> = sqlx::query_scalar("SELECT kind FROM group_types WHERE project_id = $1 AND id = $2 FOR SHARE")
        .bind(project_id)
        .bind(id)
        .fetch_optional(connection)
        .await?;
    number.map(kind).ok_or_else(|| Error::InvalidRelated { names: vec![format!("group type {id}")] })
}

/// The kind of a group's own type; None without one.
pub async fn kind_of_group(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Option<GroupKind>> {
    let statement = "SELECT t.kind FROM groups g JOIN group_types t ON t.id = g.domain_type_id WHERE g.project_id = $1 AND g.id = $2";
    let number: Option<i16> = sqlx::query_scalar(statement).bind(project_id).bind(group).fetch_optional(connection).await?;
    Ok(number.map(kind))
}

/// The kind of each type; they stay as they are until the transaction ends.
pub async fn kinds(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<i64, GroupKind>> {
    let rows: Vec<(i64, i16)> =
        sqlx::query_as("SELECT id, kind FROM group_types WHERE project_id = $1 FOR SHARE").bind(project_id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(id, number)| (id, kind(number))).collect())
}

/// Of each kind that has an address the oldest type.
pub async fn of_each_kind(connection: &mut PgConnection, project_id: i64) -> Result<Types> {
    let rows: Vec<(i16, i64, String)> =
        sqlx::query_as("SELECT DISTINCT ON (kind) kind, id, name FROM group_types WHERE project_id = $1 AND kind < 5 ORDER BY kind, id")
            .bind(project_id)
            .fetch_all(connection)
            .await?;
    Ok(Types(rows.into_iter().map(|(number, id, name)| (kind(number), id, name)).collect()))
}

pub async fn insert(connection: &mut PgConnection, proof: &Proof<action::Create>, draft: &Draft, now: OffsetDateTime) -> Result<i64> {
    sqlx::query_scalar(
        "INSERT INTO group_types (project_id, kind, name, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING id",
    )
    .bind(proof.project_id())
    .bind(draft.kind as i16)
    .bind(&draft.name)
    .bind(proof.caller().user_id)
    .bind(now)
    .fetch_one(connection)
    .await
    .map_err(refused)
}

pub async fn update(connection: &mut PgConnection, proof: &Proof<action::Edit>, id: i64, draft: &Draft, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE group_types SET kind = $3, name = $4, updated_at = $5 WHERE project_id = $1 AND id = $2")
        .bind(proof.project_id())
        .bind(id)
        .bind(draft.kind as i16)
        .bind(&draft.name)
        .bind(now)
        .execute(connection)
        .await
        .map_err(refused)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, proof: &Proof<action::Delete>, id: i64) -> Result<()> {
    refuse_while_used(connection, proof, id, "deletion prohibited: group type is used").await?;
    sqlx::query("DELETE FROM group_types WHERE project_id = $1 AND id = $2").bind(proof.project_id()).bind(id).execute(connection).await?;
    Ok(())
}

/// A type in use stays, and stays of its kind: addresses depend on it.
pub async fn refuse_while_used<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>, id: i64, message: &str) -> Result<()> {
    let groups: i64 = sqlx::query_scalar("SELECT count(*) FROM groups WHERE project_id = $1 AND domain_type_id = $2")
        .bind(proof.project_id())
        .bind(id)
        .fetch_one(connection)
        .await?;
    match groups {
        0 => Ok(()),
        _ => Err(Error::Conflict { code: "group_type_used", message: message.into(), data: json!({ "groups": groups }) }),
    }
}

/// Whether this project was not seen before; from now on it was.
pub async fn first_sight_of(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<bool> {
    let done = sqlx::query("INSERT INTO projects (project_id, prepared_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(project_id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// A default type, unless the project has one of this name already.
pub async fn insert_default(connection: &mut PgConnection, project_id: i64, name: &str, kind: GroupKind, now: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO group_types (project_id, kind, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING")
        .bind(project_id)
        .bind(kind as i16)
        .bind(name)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) fn kind(number: i16) -> GroupKind {
    GroupKind::try_from(i32::from(number)).unwrap_or(GroupKind::Unspecified)
}

fn refused(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("group_types_name") => Error::Conflict { code: "not_unique", message: "value not unique".into(), data: Value::Null },
        _ => error.into(),
    }
}
