//! "Somebody is on it": one person at a time has an alarm.
use kit::{Error, Result};
use policy::{Authorized, action, resource};

use super::publish::{self, ChangedAlarm};
use super::record;
use crate::app::App;
use crate::domain::device_alarm::{AlarmChange, AlarmState, already_processed, taken_by_another};
use crate::store::device_alarm::{self, DeviceAlarmRow};
use crate::store::{alarm_escalation, alarm_taker, group_path};

/// `is_taken`: true to take the alarm, false to release it. `seen`: who had it when the caller looked, 0 for nobody: of two people who
/// take it at the same time one is told of the other.
pub async fn take(
    app: &App,
    right: &Authorized<resource::DeviceAlarm, action::Edit>,
    id: i64,
    is_taken: Option<bool>,
    seen: i64,
) -> Result<DeviceAlarmRow> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    if is_taken == Some(true) {
        alarm_taker::lock(&mut tx, right.caller()).await?;
    }
    let permitted = device_alarm::find_for_update(&mut tx, right, id).await?;
    let is_taken = is_taken.ok_or_else(|| Error::field("is_taken", "required"))?;
    if permitted.state == AlarmState::Processed as i16 {
        return Err(already_processed(permitted.processed_by_name.as_deref().unwrap_or_default(), permitted.processed_at));
    }
    let caller = right.caller();
    let is_own = permitted.taken_by == Some(caller.user_id);
    if is_own == is_taken && (is_taken || permitted.taken_by.is_none()) {
        // A repeated request: it is as asked.
        return Ok(permitted.into_row());
    }
    if permitted.taken_by.unwrap_or(0) != seen {
        return Err(taken_by_another(permitted.taken_by_name.as_deref()));
    }
    device_alarm::update_taken(&mut tx, &permitted, is_taken, now).await?;
    match is_taken {
        true => alarm_escalation::pause(&mut tx, &permitted).await?,
        false => alarm_escalation::resume(&mut tx, &permitted, now).await?,
    }
    let change = if is_taken { AlarmChange::Taken } else { AlarmChange::Released };
    device_alarm::insert_log_of_user(&mut tx, &permitted, change, None, now).await?;
    let before = permitted.into_row();
    let row = DeviceAlarmRow {
        taken_by: is_taken.then_some(caller.user_id),
        taken_by_name: is_taken.then(|| caller.user_name.clone()),
        taken_at: is_taken.then_some(now),
        ..before.clone()
    };
    let action = if is_taken { "take" } else { "release" };
    record(&mut tx, &app.context.clock, caller, action, &row, (publish::audit_view(&before), publish::audit_view(&row))).await?;
    let state = row.alarm().state;
    publish::publish_all(&mut tx, &[ChangedAlarm { row: &row, change, state, is_late: false, user: Some(caller), event_id: 0 }], now).await?;
    let path = group_path::find(&mut tx, row.domain_id).await?;
    tx.commit().await?;
    app.pusher.send(vec![publish::build_push(&row, change.as_str(), false, path)]);
    Ok(row)
}
