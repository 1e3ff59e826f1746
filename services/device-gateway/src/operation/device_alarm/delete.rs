//! Deleting alarms that were processed.
use kit::{Error, Result, bulk};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use super::{publish, record};
use crate::app::App;
use crate::domain::device_alarm::AlarmState;
use crate::store::device_alarm::{self, DeviceAlarmRow};
use crate::store::group_path;

type Right = Authorized<resource::DeviceAlarm, action::Delete>;

pub async fn delete(app: &App, right: &Right, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = delete_in(app, &mut tx, right, id).await?;
    let path = group_path::find(&mut tx, row.domain_id).await?;
    tx.commit().await?;
    app.pusher.send(vec![publish::build_push(&row, "deleted", false, path)]);
    Ok(())
}

pub async fn delete_all(app: &App, right: &Right, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    let mut deleted = Vec::new();
    while let Some(mut item) = deletion.next().await? {
        let result = delete_in(app, &mut item.savepoint, right, item.id).await;
        item.finish(result.map(|row| deleted.push(row))).await?;
    }
    let groups: Vec<i64> = deleted.iter().map(|row: &DeviceAlarmRow| row.domain_id).collect();
    let paths = group_path::find_many(deletion.transaction(), &groups).await?;
    let answers = deletion.commit().await?;
    let path = |row: &DeviceAlarmRow| paths.get(&row.domain_id).cloned().unwrap_or_default();
    app.pusher.send(deleted.iter().map(|row| publish::build_push(row, "deleted", false, path(row))).collect());
    Ok(answers)
}

async fn delete_in(app: &App, connection: &mut PgConnection, right: &Right, id: i64) -> Result<DeviceAlarmRow> {
    let permitted = device_alarm::find_for_update(connection, right, id).await?;
    if permitted.state != AlarmState::Processed as i16 {
        return Err(Error::conflict("action prohibited"));
    }
    device_alarm::delete(connection, &permitted).await?;
    let views = (publish::audit_view(permitted.row()), Value::Null);
    record(connection, &app.context.clock, right.caller(), Action::Delete.name(), permitted.row(), views).await?;
    Ok(permitted.into_row())
}
