use std::collections::HashSet;

use kit::{Error, Result, bulk};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use sqlx::PgConnection;

use super::record;
use crate::app::App;
use crate::domain::access_rule::Members;
use crate::operation::device_list::bump_list_versions;
use crate::peers::amenity;
use crate::store::access_rule as store;

type DeleteRight = Authorized<resource::AccessRule, action::Delete>;

/// Not one by which amenities open doors: who has reserved would stand outside.
pub async fn delete(app: &App, right: &DeleteRight, id: i64) -> Result<()> {
    let used = amenity::used_rules(&app.context, right.project_id(), &[id]).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let devices = delete_in(app, &mut tx, right, id, &used).await?;
    bump_list_versions(&mut tx, right.project_id(), devices).await?;
    Ok(tx.commit().await?)
}

/// Deletes those that can be deleted, and answers for each.
pub async fn delete_all(app: &App, right: &DeleteRight, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    bulk::validate(&ids)?;
    let used = amenity::used_rules(&app.context, right.project_id(), &ids).await?;
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    let mut devices = Vec::new();
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(app, &mut item.savepoint, right, item.id, &used).await;
        item.finish(deleted.map(|affected| devices.extend(affected))).await?;
    }
    // Once for all of them: lists are locked in one order.
    bump_list_versions(deletion.transaction(), right.project_id(), devices).await?;
    deletion.commit().await
}

/// Returns the devices that the rule has named. `used`: rules that amenities use, as asked before the transaction.
async fn delete_in(app: &App, connection: &mut PgConnection, right: &DeleteRight, id: i64, used: &HashSet<i64>) -> Result<Vec<i64>> {
    let row = store::find_for_update(connection, right, id, Members::First).await?;
    if used.contains(&id) {
        return Err(Error::conflict("the access rule is used by amenities"));
    }
    store::delete(connection, &row).await?;
    record(app, connection, right.caller(), Action::Delete, Some(&row), None).await?;
    Ok(row.into_row().device_ids)
}
