//! Making, changing and removing markers.
use kit::audit::{self, Change};
use kit::{Error, Mask, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::common::v1::ItemResult;
use proto::vestibule::identity::v1 as api;
use serde_json::Value;
use sqlx::{Acquire, PgConnection};

use crate::domain::marker::Draft;
use crate::parts::Parts;
use crate::store::marker::{self, MarkerRow};

/// Markers that one call removes at most.
const MAX_ITEMS: usize = 500;

type Right<A> = Authorized<resource::Marker, A>;

/// A marker that is seen and one that may be changed are not always the same.
pub struct Rights<A> {
    pub view: Right<action::View>,
    pub change: Right<A>,
}

pub async fn create_marker(parts: &Parts, right: &Right<action::Create>, new: &api::Marker) -> Result<MarkerRow> {
    let draft = Draft::of(new);
    draft.check()?;
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let id = marker::insert(&mut tx, right, &draft, parts.context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Marker, id, &draft.name, Value::Null, draft.audited());
    audit::record(&mut tx, &parts.context.clock, right.caller(), change).await?;
    let made = marker::made(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(made)
}

pub async fn update_marker(parts: &Parts, rights: &Rights<action::Edit>, id: i64, new: &api::Marker, mask: &Mask) -> Result<MarkerRow> {
    let right = &rights.change;
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let found = marker::lock(&mut tx, &rights.view, id).await?;
    let before = found.draft();
    let after = before.clone().merge(mask, Draft::of(new));
    after.check()?;
    if before == after {
        return Ok(found);
    }
    marker::update(&mut tx, right, id, &after).await?;
    let change = Change::new(Action::Edit, Resource::Marker, id, &after.name, before.audited(), after.audited());
    audit::record(&mut tx, &parts.context.clock, right.caller(), change).await?;
    let changed = marker::find(&mut tx, &rights.view, id).await?;
    tx.commit().await?;
    Ok(changed)
}

pub async fn delete_marker(parts: &Parts, rights: &Rights<action::Delete>, id: i64) -> Result<()> {
    let mut tx = parts.context.database.tenant(rights.change.project_id()).await?;
    delete(parts, &mut tx, rights, id).await?;
    Ok(tx.commit().await?)
}

/// Answers per item, in the order asked.
pub async fn delete_markers(parts: &Parts, rights: &Rights<action::Delete>, ids: &[i64]) -> Result<Vec<ItemResult>> {
    if ids.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("maximum length is {MAX_ITEMS}")));
    }
    let mut tx = parts.context.database.tenant(rights.change.project_id()).await?;
    let mut results = Vec::with_capacity(ids.len());
    for &id in ids {
        let mut savepoint = tx.begin().await?;
        let message = match delete(parts, &mut savepoint, rights, id).await {
            Ok(()) => {
                savepoint.commit().await?;
                String::new()
            }
            Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                savepoint.rollback().await?;
                error.to_string()
            }
        };
        results.push(ItemResult { id, done: message.is_empty(), message });
    }
    tx.commit().await?;
    Ok(results)
}

async fn delete(parts: &Parts, connection: &mut PgConnection, rights: &Rights<action::Delete>, id: i64) -> Result<()> {
    let found = marker::lock(connection, &rights.view, id).await?;
    marker::delete(connection, &rights.change, id).await?;
    let change = Change::new(Action::Delete, Resource::Marker, id, &found.name, found.draft().audited(), Value::Null);
    audit::record(connection, &parts.context.clock, rights.change.caller(), change).await
}
