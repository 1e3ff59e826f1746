//! Changes of single groups. Each keeps the closure, and publishes the group in the same transaction.
use kit::error::violated;
use kit::listing::Permitted;
use kit::{Error, Result};
use policy::{Caller, action};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::GroupRow;
use crate::domain::group::GroupDraft;
use crate::domain::reach::GroupRight;
use crate::publish;
use crate::store::dependent::{self, Dependents};

/// Message about a logical address that another group has.
pub const ADDRESS_TAKEN: &str = "group with the same type and logical address exists";

/// Proof that this transaction holds the group's row: it locked or inserted it. What a caller may do to the group's
/// settings is checked for each area by the operation.
#[derive(Clone, Debug)]
pub struct LockedGroup {
    project_id: i64,
    id: i64,
}

impl LockedGroup {
    pub fn project_id(&self) -> i64 {
        self.project_id
    }

    pub fn id(&self) -> i64 {
        self.id
    }
}

impl<A> From<&Permitted<GroupRow, A>> for LockedGroup {
    fn from(group: &Permitted<GroupRow, A>) -> Self {
        LockedGroup { project_id: group.project_id(), id: group.id }
    }
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &GroupRight<action::Create>,
    draft: &GroupDraft,
    now: OffsetDateTime,
) -> Result<LockedGroup> {
    let id = sqlx::query_scalar(
        "INSERT INTO groups (project_id, parent_id, name, description, domain_type_id, logic_address, created_by, created_by_name, created_at, updated_at,
             sip_count, app_count)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.parent_id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.domain_type_id)
    .bind(&draft.logic_address)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(draft.sip_count)
    .bind(draft.app_count)
    .fetch_one(&mut *connection)
    .await
    .map_err(refused)?;
    publish::group_changed(connection, right.project_id(), id, 1, draft).await?;
    Ok(LockedGroup { project_id: right.project_id(), id })
}

pub async fn update(connection: &mut PgConnection, group: &Permitted<GroupRow, action::Edit>, draft: &GroupDraft, now: OffsetDateTime) -> Result<()> {
    let version = sqlx::query_scalar(
        "UPDATE groups SET parent_id = $3, name = $4, description = $5, domain_type_id = $6, logic_address = $7, version = version + 1, updated_at = $8,
             sip_count = $9, app_count = $10
         WHERE project_id = $1 AND id = $2 RETURNING version",
    )
    .bind(group.project_id())
    .bind(group.id)
    .bind(draft.parent_id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.domain_type_id)
    .bind(&draft.logic_address)
    .bind(now)
    .bind(draft.sip_count)
    .bind(draft.app_count)
    .fetch_one(&mut *connection)
    .await
    .map_err(refused)?;
    publish::group_changed(connection, group.project_id(), group.id, version, draft).await
}

/// Refused while something depends on the group. `members`: of other services, by resource.
pub async fn delete(connection: &mut PgConnection, group: &Permitted<GroupRow, action::Delete>, members: &[(String, i64)]) -> Result<()> {
    let mut dependents = dependent::list(connection, group.caller(), &group.path()).await?;
    dependent::add_unprojected(&mut dependents, members);
    if !dependents.is_empty() {
        return Err(depended_on(&dependents));
    }
    let version: i64 = sqlx::query_scalar("DELETE FROM groups WHERE project_id = $1 AND id = $2 RETURNING version + 1")
        .bind(group.project_id())
        .bind(group.id)
        .fetch_one(&mut *connection)
        .await?;
    publish::group_deleted(connection, group.project_id(), group.id, version, &group.draft()).await
}

fn depended_on(dependents: &[Dependents]) -> Error {
    let (code, message) = match dependents.iter().any(|dependent| dependent.resource == "domains") {
        true => ("group_has_descendants", "deletion prohibited: group has descendants"),
        false => ("group_used", "deletion prohibited: group is used"),
    };
    let data = |Dependents { resource, count, first }: &Dependents| {
        let names: Vec<&str> = first.iter().map(|(_, name)| name.as_str()).collect();
        json!({ "resource": resource, "count": count, "names": names })
    };
    let dependents: Vec<Value> = dependents.iter().map(data).collect();
    Error::Conflict { code, message: message.into(), data: json!({ "dependents": dependents }) }
}

/// The error that the API gives for a violated constraint of the table.
pub fn refused(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("groups_logic_address_taken") => Error::Conflict { code: "group_exists", message: ADDRESS_TAKEN.into(), data: Value::Null },
        Some("groups_parent" | "groups_type") => Error::InvalidRelated { names: Vec::new() },
        _ => error.into(),
    }
}

/// Creates a root group for somebody who is no user yet. Answers its id and version.
pub async fn insert_registered(connection: &mut PgConnection, caller: &Caller, draft: &GroupDraft, now: OffsetDateTime) -> Result<(i64, i64)> {
    let (id, version): (i64, i64) = sqlx::query_as(
        "INSERT INTO groups (project_id, name, created_by, created_by_name, created_at, updated_at) VALUES ($1, $2, 0, $3, $4, $4)
         RETURNING id, version",
    )
    .bind(caller.project_id)
    .bind(&draft.name)
    .bind(&caller.user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    publish::group_changed(connection, caller.project_id, id, version, draft).await?;
    Ok((id, version))
}
