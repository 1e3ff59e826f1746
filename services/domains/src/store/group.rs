//! Changes of groups. Each one keeps the closure, and says so to the other services in the same transaction.
use kit::error::violated;
use kit::{Error, Result, outbox, tree};
use policy::{ActionKind, Caller, action};
use proto::vestibule::events::v1::GroupChanged;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::group::Draft;
use crate::domain::reach::{self, Proof};

/// How many of a group's children an error names.
const NAMED_CHILDREN: i64 = 20;

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
    version: i64,
}

/// The group, when the proof covers it.
pub async fn lock<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>, id: i64) -> Result<Locked> {
    let row: Row = sqlx::query_as(
        "SELECT id, name, description, parent_id, domain_type_id, logic_address, version
         FROM groups WHERE project_id = $1 AND id = $2 FOR UPDATE",
    )
    .bind(proof.project_id())
    .bind(id)
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(Error::NotFound)?;
    let path = tree::path(connection, id).await?;
    reach::check(proof, &path)?;
    let Row { id, name, description, parent_id, domain_type_id, logic_address, version } = row;
    Ok(Locked { id, draft: Draft { name, description, parent_id, domain_type_id, logic_address }, version, path })
}

pub async fn insert(connection: &mut PgConnection, proof: &Proof<action::Create>, draft: &Draft, now: OffsetDateTime) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO groups (project_id, parent_id, name, description, domain_type_id, logic_address, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id",
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
    .fetch_one(&mut *connection)
    .await
    .map_err(refused)?;
    tell(connection, snapshot(proof.caller(), id, 1, draft)).await?;
    Ok(id)
}

pub async fn update(connection: &mut PgConnection, proof: &Proof<action::Edit>, group: &Locked, draft: &Draft, now: OffsetDateTime) -> Result<()> {
    let version = group.version + 1;
    sqlx::query(
        "UPDATE groups SET parent_id = $3, name = $4, description = $5, domain_type_id = $6, logic_address = $7, version = $8, updated_at = $9
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
    .execute(&mut *connection)
    .await
    .map_err(refused)?;
    tell(connection, snapshot(proof.caller(), group.id, version, draft)).await
}

/// Refused while there are groups below.
pub async fn delete(connection: &mut PgConnection, proof: &Proof<action::Delete>, group: &Locked) -> Result<()> {
    let children: Vec<String> = sqlx::query_scalar("SELECT name FROM groups WHERE project_id = $1 AND parent_key = $2 ORDER BY name, id LIMIT $3")
        .bind(proof.project_id())
        .bind(group.id)
        .bind(NAMED_CHILDREN)
        .fetch_all(&mut *connection)
        .await?;
    if !children.is_empty() {
        let message = "deletion prohibited: group has descendants".into();
        return Err(Error::Conflict { code: "group_has_descendants", message, data: serde_json::json!({ "names": children }) });
    }
    sqlx::query("DELETE FROM groups WHERE project_id = $1 AND id = $2").bind(proof.project_id()).bind(group.id).execute(&mut *connection).await?;
    let gone = GroupChanged { deleted: true, ..snapshot(proof.caller(), group.id, group.version + 1, &group.draft) };
    tell(connection, gone).await
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

fn snapshot(caller: &Caller, id: i64, version: i64, draft: &Draft) -> GroupChanged {
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
async fn tell(connection: &mut PgConnection, group: GroupChanged) -> Result<()> {
    tree::apply(connection, &group).await?;
    outbox::emit(connection, group.project_id, tree::TOPIC, &format!("group:{}", group.id), &group).await
}

fn refused(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("groups_logic_address_taken") => {
            let message = "group with the same type and logical address exists".into();
            Error::Conflict { code: "group_exists", message, data: Value::Null }
        }
        Some("groups_parent" | "groups_type") => Error::InvalidRelated { names: Vec::new() },
        _ => error.into(),
    }
}
