//! Changes of groups. Each one keeps the closure, and says so to the other services in the same transaction.
use std::collections::HashMap;

use kit::error::violated;
use kit::{Error, Result, outbox, tree};
use policy::{ActionKind, Caller, action};
use proto::vestibule::events::v1::GroupChanged;
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::dependent::{self, Dependents};
use crate::domain::group::Draft;
use crate::domain::reach::{self, Proof};

/// What is told of a logical address that another group has.
pub const ADDRESS_TAKEN: &str = "group with the same type and logical address exists";

/// A group that is locked for a change.
#[derive(Debug)]
pub struct Locked {
    pub id: i64,
    pub draft: Draft,
    version: i64,
    /// Ids from the root, itself last.
    pub path: Vec<i64>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    description: Option<String>,
    parent_id: Option<i64>,
    domain_type_id: Option<i64>,
    logic_address: Option<String>,
    sip_count: Option<i32>,
    app_count: Option<i32>,
    version: i64,
}

/// The group, when the proof covers it.
pub async fn lock<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>, id: i64) -> Result<Locked> {
    let row: Row = sqlx::query_as(
        "SELECT id, name, description, parent_id, domain_type_id, logic_address, sip_count, app_count, version
         FROM groups WHERE project_id = $1 AND id = $2 FOR UPDATE",
    )
    .bind(proof.project_id())
    .bind(id)
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(Error::NotFound)?;
    let path = tree::path(connection, id).await?;
    reach::check(proof, &path)?;
    let Row { id, name, description, parent_id, domain_type_id, logic_address, sip_count, app_count, version } = row;
    Ok(Locked { id, draft: Draft { name, description, parent_id, domain_type_id, logic_address, sip_count, app_count }, version, path })
}

pub async fn insert(connection: &mut PgConnection, proof: &Proof<action::Create>, draft: &Draft, now: OffsetDateTime) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO groups (project_id, parent_id, name, description, domain_type_id, logic_address, created_by, created_by_name, created_at, updated_at,
             sip_count, app_count)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) RETURNING id",
    )
    .bind(proof.project_id())
    .bind(draft.parent_id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.domain_type_id)
    .bind(&draft.logic_address)
    .bind(proof.caller().user_id)
    .bind(&proof.caller().user_name)
    .bind(now)
    .bind(draft.sip_count)
    .bind(draft.app_count)
    .fetch_one(&mut *connection)
    .await
    .map_err(refused)?;
    tell(connection, snapshot(proof.caller(), id, 1, draft)).await?;
    Ok(id)
}

pub async fn update(connection: &mut PgConnection, proof: &Proof<action::Edit>, group: &Locked, draft: &Draft, now: OffsetDateTime) -> Result<()> {
    let version = group.version + 1;
    sqlx::query(
        "UPDATE groups SET parent_id = $3, name = $4, description = $5, domain_type_id = $6, logic_address = $7, version = $8, updated_at = $9,
             sip_count = $10, app_count = $11
         WHERE project_id = $1 AND id = $2",
    )
    .bind(proof.project_id())
    .bind(group.id)
    .bind(draft.parent_id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.domain_type_id)
    .bind(&draft.logic_address)
    .bind(version)
    .bind(now)
    .bind(draft.sip_count)
    .bind(draft.app_count)
    .execute(&mut *connection)
    .await
    .map_err(refused)?;
    tell(connection, snapshot(proof.caller(), group.id, version, draft)).await
}

/// Refused while something depends on it.
pub async fn delete(connection: &mut PgConnection, proof: &Proof<action::Delete>, group: &Locked) -> Result<()> {
    let dependents = dependent::of(connection, proof.caller(), &group.path).await?;
    if !dependents.is_empty() {
        return Err(depended_on(&dependents));
    }
    sqlx::query("DELETE FROM groups WHERE project_id = $1 AND id = $2").bind(proof.project_id()).bind(group.id).execute(&mut *connection).await?;
    let gone = GroupChanged { deleted: true, ..snapshot(proof.caller(), group.id, group.version + 1, &group.draft) };
    tell(connection, gone).await
}

fn depended_on(dependents: &[Dependents]) -> Error {
    let (code, message) = match dependents.iter().any(|dependent| dependent.resource == "domains") {
        true => ("group_has_descendants", "deletion prohibited: group has descendants"),
        false => ("group_used", "deletion prohibited: group is used"),
    };
    let data = |Dependents { resource, count, first }: &Dependents| {
        let names: Vec<&str> = first.iter().map(|dependent| dependent.name.as_str()).collect();
        json!({ "resource": resource, "count": count, "names": names })
    };
    let dependents: Vec<Value> = dependents.iter().map(data).collect();
    Error::Conflict { code, message: message.into(), data: json!({ "dependents": dependents }) }
}

/// Groups with the deepest first, so that a set of them can be removed whatever its order.
pub async fn deepest_first(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT descendant_id FROM group_closure WHERE descendant_id = ANY($1) GROUP BY descendant_id ORDER BY max(depth) DESC, descendant_id",
    )
    .bind(ids)
    .fetch_all(connection)
    .await?)
}

/// Names of groups.
pub async fn names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, name FROM groups WHERE project_id = $1 AND id = ANY($2)").bind(project_id).bind(ids).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

/// Groups anywhere below.
pub async fn count_below(connection: &mut PgConnection, id: i64) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM group_closure WHERE ancestor_id = $1 AND depth > 0").bind(id).fetch_one(connection).await?)
}

/// Whether another group under `parent` has the group's type and address.
pub async fn address_is_taken(connection: &mut PgConnection, project_id: i64, id: i64, parent: Option<i64>) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM groups g JOIN groups o ON o.project_id = g.project_id AND o.parent_key = $3 AND o.domain_type_id = g.domain_type_id
             AND o.logic_address = g.logic_address AND o.id <> g.id
         WHERE g.project_id = $1 AND g.id = $2)",
    )
    .bind(project_id)
    .bind(id)
    .bind(parent.unwrap_or_default())
    .fetch_one(connection)
    .await?)
}

pub(super) fn snapshot(caller: &Caller, id: i64, version: i64, draft: &Draft) -> GroupChanged {
    GroupChanged {
        project_id: caller.project_id,
        id,
        version,
        deleted: false,
        name: draft.name.clone(),
        parent_id: draft.parent_id.unwrap_or_default(),
        domain_type_id: draft.domain_type_id.unwrap_or_default(),
        logic_address: draft.logic_address.clone().unwrap_or_default(),
    }
}

/// The closure here and the projections elsewhere are kept by the same code from the same snapshot. Of a subtree
/// that moves only its topmost group is told: what lies below moves with it.
pub(super) async fn tell(connection: &mut PgConnection, group: GroupChanged) -> Result<()> {
    tree::apply(connection, &group).await?;
    outbox::emit(connection, group.project_id, tree::TOPIC, &format!("group:{}", group.id), &group).await
}

pub(super) fn refused(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("groups_logic_address_taken") => Error::Conflict { code: "group_exists", message: ADDRESS_TAKEN.into(), data: Value::Null },
        Some("groups_parent" | "groups_type") => Error::InvalidRelated { names: Vec::new() },
        _ => error.into(),
    }
}
