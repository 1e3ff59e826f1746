//! Whoever has taken alarms was suspended or deleted: others are to take them, and are notified again.
use kit::realtime::Push;
use kit::{Result, audit};
use policy::{Caller, CallerKind, Resource};
use sqlx::PgConnection;

use super::publish::{self, ChangedAlarm};
use crate::app::App;
use crate::domain::device_alarm::AlarmChange;
use crate::store::alarm_taker;
use crate::store::device_alarm::DeviceAlarmRow;
use crate::store::group_path;

/// In the transaction of the event. Returns the pushes to browsers, to be sent after the commit.
pub async fn release_of_user(connection: &mut PgConnection, app: &App, project_id: i64, user_id: i64) -> Result<Vec<Push>> {
    let now = app.context.clock.now();
    let abandoned = alarm_taker::find_abandoned_for_update(connection, project_id, user_id).await?;
    if abandoned.rows().is_empty() {
        return Ok(Vec::new());
    }
    alarm_taker::release(connection, &abandoned, now).await?;
    let free = |row: &DeviceAlarmRow| DeviceAlarmRow { taken_by: None, taken_by_name: None, taken_at: None, ..row.clone() };
    let rows: Vec<DeviceAlarmRow> = abandoned.rows().iter().map(free).collect();
    let platform = Caller { project_id, kind: CallerKind::Service(app.context.service.into()), ..Caller::default() };
    let changes = abandoned.rows().iter().zip(&rows).map(|(before, after)| audit::Change {
        action: "release",
        resource: Resource::DeviceAlarm,
        id: after.id,
        name: &after.device_name,
        before: publish::audit_view(before),
        after: publish::audit_view(after),
    });
    audit::record_all(connection, &app.context.clock, &platform, changes).await?;
    let changed = |row| {
        let state = DeviceAlarmRow::alarm(row).state;
        ChangedAlarm { row, change: AlarmChange::Released, state, is_late: false, user: None, event_id: 0 }
    };
    let changed: Vec<ChangedAlarm<'_>> = rows.iter().map(changed).collect();
    publish::publish_all(connection, &changed, now).await?;
    let groups: Vec<i64> = rows.iter().map(|row| row.domain_id).collect();
    let paths = group_path::find_many(connection, &groups).await?;
    let path = |row: &DeviceAlarmRow| paths.get(&row.domain_id).cloned().unwrap_or_default();
    Ok(rows.iter().map(|row| publish::build_push(row, AlarmChange::Released.as_str(), false, path(row))).collect())
}
