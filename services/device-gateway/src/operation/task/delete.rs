//! Deleting tasks. What a deleted task was to bring about is still wanted, so that the device is planned for again.
use std::collections::BTreeSet;

use kit::{Result, bulk};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use sqlx::PgConnection;

use super::record;
use crate::app::App;
use crate::store::device_sync::{self, PendingWork};
use crate::store::task;

type Right = Authorized<resource::DeviceTask, action::Delete>;

pub async fn delete(app: &App, right: &Right, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let device_id = delete_in(app, &mut tx, right, id).await?;
    device_sync::enqueue(&mut tx, &[device_id], PendingWork::PLAN, app.context.clock.now()).await?;
    tx.commit().await?;
    app.notify_dispatcher();
    Ok(())
}

pub async fn delete_all(app: &App, right: &Right, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    bulk::validate(&ids)?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    task::lock_devices(&mut tx, right, &ids).await?;
    let mut deletion = bulk::Deletion::new(tx, ids)?;
    let mut devices = BTreeSet::new();
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(app, &mut item.savepoint, right, item.id).await;
        item.finish(deleted.map(|device_id| _ = devices.insert(device_id))).await?;
    }
    // Once for all of them: devices are locked in one order.
    device_sync::enqueue(deletion.transaction(), &Vec::from_iter(devices), PendingWork::PLAN, app.context.clock.now()).await?;
    let answers = deletion.commit().await?;
    app.notify_dispatcher();
    Ok(answers)
}

/// Returns the device that the task was for.
async fn delete_in(app: &App, connection: &mut PgConnection, right: &Right, id: i64) -> Result<i64> {
    let permitted = task::find_for_update(connection, right, id).await?;
    task::delete(connection, &permitted).await?;
    record(connection, &app.context.clock, right.caller(), Action::Delete.name(), permitted.row()).await?;
    Ok(permitted.device_id)
}
