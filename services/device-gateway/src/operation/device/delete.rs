//! Deleting devices.
use kit::realtime::Push;
use kit::{Error, Result, audit, bulk};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use super::build_push;
use super::publish::publish;
use crate::app::App;
use crate::operation::{device_alarm, remote_session};
use crate::store::device::{self, DeviceRow};
use crate::store::item::DeviceKey;
use crate::store::task;

type Right = Authorized<resource::Device, action::Delete>;

pub async fn delete(app: &App, right: &Right, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let (row, mut pushes) = delete_in(app, &mut tx, right, id).await?;
    pushes.push(build_push(&mut tx, &row, "device.deleted").await?);
    tx.commit().await?;
    app.broker_users.note(&row.serial_number);
    app.pusher.send(pushes);
    Ok(())
}

pub async fn delete_all(app: &App, right: &Right, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    let (mut deleted, mut pushes) = (Vec::new(), Vec::new());
    while let Some(mut item) = deletion.next().await? {
        let result = delete_in(app, &mut item.savepoint, right, item.id).await;
        let result = result.map(|(row, of_alarms)| {
            deleted.push(row);
            pushes.extend(of_alarms);
        });
        item.finish(result).await?;
    }
    for row in &deleted {
        pushes.push(build_push(deletion.transaction(), row, "device.deleted").await?);
    }
    let answers = deletion.commit().await?;
    for row in &deleted {
        app.broker_users.note(&row.serial_number);
    }
    app.pusher.send(pushes);
    Ok(answers)
}

/// Returns the pushes about its alarms.
async fn delete_in(app: &App, connection: &mut PgConnection, right: &Right, id: i64) -> Result<(DeviceRow, Vec<Push>)> {
    let context = &app.context;
    let permitted = device::find_for_update(connection, right, id).await?;
    let device = permitted.device();
    task::lock_unfinished(connection, id).await?;
    remote_session::expire_of_device(connection, &context.clock, permitted.project_id, id).await?;
    let pushes = device_alarm::close_of_device(connection, &permitted, context.clock.now()).await?;
    device::delete(connection, &permitted, context.clock.now()).await?;
    publish(connection, DeviceKey { device_id: id, project_id: permitted.project_id }, permitted.version + 1, &device, true).await?;
    let before = serde_json::to_value(&device).map_err(Error::internal)?;
    let change = audit::Change::new(Action::Delete, Resource::Device, id, &device.name, before, Value::Null);
    audit::record(connection, &context.clock, right.caller(), change).await?;
    Ok((permitted.into_row(), pushes))
}
