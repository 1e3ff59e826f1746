//! Types of groups.
use std::collections::HashMap;

use kit::error::violated;
use kit::listing::{Kind, Permitted, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, Scope, action, resource};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::settings::LockedSettings;
use crate::domain::generation::Types;
use crate::domain::group_type::{GroupKind, GroupTypeDraft};

pub type GroupTypeRight<A> = Authorized<resource::GroupType, A>;

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
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct GroupTypeRow {
    pub id: i64,
    pub kind: i16,
    pub name: String,
    /// Groups of the type, counted up to 1001.
    pub domains_count: i64,
}

impl GroupTypeRow {
    pub fn draft(&self) -> GroupTypeDraft {
        GroupTypeDraft { name: self.name.clone(), kind: kind(self.kind) }
    }
}

pub async fn list(connection: &mut PgConnection, right: &GroupTypeRight<action::View>, query: &ListQuery) -> Result<Page<GroupTypeRow>> {
    GROUP_TYPES.page(connection, right.project_id(), &Scope::everything(), query).await
}

/// With any right: types are visible to every user of the project.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &GroupTypeRight<A>, id: i64) -> Result<GroupTypeRow> {
    let statement = format!("SELECT {COLUMNS} FROM group_types t WHERE t.project_id = $1 AND t.id = $2"); // Nothing but constants.
    let row: Option<GroupTypeRow> = sqlx::query_as(AssertSqlSafe(statement)).bind(right.project_id()).bind(id).fetch_optional(connection).await?;
    row.ok_or(Error::NotFound)
}

/// The type, locked until the transaction ends.
pub async fn find_for_update<A: ActionKind>(connection: &mut PgConnection, right: &GroupTypeRight<A>, id: i64) -> Result<Permitted<GroupTypeRow, A>> {
    GROUP_TYPES.find_for_update(connection, right, id).await
}

/// The kind of a type that a group names; it stays as it is until the transaction ends.
pub async fn find_kind(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<GroupKind> {
    let number: Option<i16> = sqlx::query_scalar("SELECT kind FROM group_types WHERE project_id = $1 AND id = $2 FOR SHARE")
        .bind(project_id)
        .bind(id)
        .fetch_optional(connection)
        .await?;
    number.map(kind).ok_or_else(|| Error::InvalidRelated { names: vec![format!("group type {id}")] })
}

/// The kind of a group's own type; None without one.
pub async fn find_kind_of_group(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Option<GroupKind>> {
    let statement = "SELECT t.kind FROM groups g JOIN group_types t ON t.id = g.domain_type_id WHERE g.project_id = $1 AND g.id = $2";
    let number: Option<i16> = sqlx::query_scalar(statement).bind(project_id).bind(group).fetch_optional(connection).await?;
    Ok(number.map(kind))
}

/// The kind of each type; they stay as they are until the transaction ends.
pub async fn find_kinds(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<i64, GroupKind>> {
    let rows: Vec<(i64, i16)> =
        sqlx::query_as("SELECT id, kind FROM group_types WHERE project_id = $1 FOR SHARE").bind(project_id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(id, number)| (id, kind(number))).collect())
}

/// The oldest type of each kind that has an address.
pub async fn find_generation_types(connection: &mut PgConnection, project_id: i64) -> Result<Types> {
    let rows: Vec<(i16, i64, String)> =
        sqlx::query_as("SELECT DISTINCT ON (kind) kind, id, name FROM group_types WHERE project_id = $1 AND kind < 5 ORDER BY kind, id")
            .bind(project_id)
            .fetch_all(connection)
            .await?;
    Ok(Types(rows.into_iter().map(|(number, id, name)| (kind(number), id, name)).collect()))
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &GroupTypeRight<action::Create>,
    draft: &GroupTypeDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    sqlx::query_scalar(
        "INSERT INTO group_types (project_id, kind, name, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.kind as i16)
    .bind(&draft.name)
    .bind(right.caller().user_id)
    .bind(now)
    .fetch_one(connection)
    .await
    .map_err(refused)
}

pub async fn update(
    connection: &mut PgConnection,
    group_type: &Permitted<GroupTypeRow, action::Edit>,
    draft: &GroupTypeDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query("UPDATE group_types SET kind = $3, name = $4, updated_at = $5 WHERE project_id = $1 AND id = $2")
        .bind(group_type.project_id())
        .bind(group_type.id)
        .bind(draft.kind as i16)
        .bind(&draft.name)
        .bind(now)
        .execute(connection)
        .await
        .map_err(refused)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, group_type: &Permitted<GroupTypeRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM group_types WHERE project_id = $1 AND id = $2")
        .bind(group_type.project_id())
        .bind(group_type.id)
        .execute(connection)
        .await?;
    Ok(())
}

/// A type in use is neither deleted nor made another kind: the addresses of its groups depend on the kind.
pub async fn refuse_while_used<A>(connection: &mut PgConnection, group_type: &Permitted<GroupTypeRow, A>, message: &str) -> Result<()> {
    let groups: i64 = sqlx::query_scalar("SELECT count(*) FROM groups WHERE project_id = $1 AND domain_type_id = $2")
        .bind(group_type.project_id())
        .bind(group_type.id)
        .fetch_one(connection)
        .await?;
    match groups {
        0 => Ok(()),
        _ => Err(Error::Conflict { code: "group_type_used", message: message.into(), data: json!({ "groups": groups }) }),
    }
}

/// Marks the default types of the project as created. False when they were before.
pub async fn mark_defaults_created(connection: &mut PgConnection, locked: &LockedSettings, now: OffsetDateTime) -> Result<bool> {
    let done = sqlx::query("INSERT INTO projects (project_id, prepared_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(locked.project_id())
        .bind(now)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// A default type, unless the project has one of this name already.
pub async fn insert_default(connection: &mut PgConnection, locked: &LockedSettings, name: &str, kind: GroupKind, now: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO group_types (project_id, kind, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING")
        .bind(locked.project_id())
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
