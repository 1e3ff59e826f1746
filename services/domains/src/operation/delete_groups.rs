//! Removal of groups: one, or many with an answer for each.
use std::collections::HashMap;

use kit::audit::{self, Change};
use kit::{Context, Error, Fields, Result};
use policy::{Action, Resource, action};
use proto::vestibule::common::v1::ItemResult;
use serde_json::Value;
use sqlx::{Connection, PgConnection};

use crate::domain::reach::Proof;
use crate::operation::integrations;
use crate::store::{group, tree_lock};

/// Groups in one call.
const MAX_ITEMS: usize = 500;

pub async fn one(context: &Context, proof: &Proof<action::Delete>, id: i64) -> Result<()> {
    let mut tx = context.database.tenant(proof.project_id()).await?;
    tree_lock::exclusive(&mut tx, proof.project_id()).await?;
    remove(&mut tx, context, proof, id).await?;
    tx.commit().await?;
    Ok(())
}

/// Each in a savepoint, the deepest first, so that a group may go together with what lies below it.
pub async fn many(context: &Context, proof: &Proof<action::Delete>, ids: &[i64]) -> Result<Vec<ItemResult>> {
    let mut fields = Fields::new();
    fields.check(ids.len() <= MAX_ITEMS, "items", "maximum length is 500");
    fields.finish()?;
    let mut tx = context.database.tenant(proof.project_id()).await?;
    tree_lock::exclusive(&mut tx, proof.project_id()).await?;
    let mut answers: HashMap<i64, String> = HashMap::new();
    for id in group::deepest_first(&mut tx, ids).await? {
        let mut savepoint = tx.begin().await?;
        match remove(&mut savepoint, context, proof, id).await {
            Ok(()) => {
                savepoint.commit().await?;
                answers.insert(id, String::new());
            }
            Err(error @ (Error::Internal(_) | Error::Unavailable(_))) => return Err(error),
            Err(error) => {
                savepoint.rollback().await?;
                answers.insert(id, error.to_string());
            }
        }
    }
    tx.commit().await?;
    let answer = |id: &i64| {
        let message = answers.get(id).cloned().unwrap_or_else(|| Error::NotFound.to_string());
        ItemResult { id: *id, done: message.is_empty(), message }
    };
    Ok(ids.iter().map(answer).collect())
}

async fn remove(connection: &mut PgConnection, context: &Context, proof: &Proof<action::Delete>, id: i64) -> Result<()> {
    let group = group::lock(connection, proof, id).await?;
    integrations::record_removal_of_group(connection, context, proof.caller(), id).await?;
    group::delete(connection, proof, &group).await?;
    let change = Change::new(Action::Delete, Resource::Group, id, &group.draft.name, group.draft.audited(), Value::Null);
    audit::record(connection, &context.clock, proof.caller(), change).await
}
