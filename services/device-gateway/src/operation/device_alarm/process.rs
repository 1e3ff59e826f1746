//! A person ends an alarm, with a comment. Of two, one does.
use kit::Result;
use policy::{Authorized, action, resource};

use super::publish::{self, ChangedAlarm};
use super::record;
use crate::app::App;
use crate::domain::device_alarm::{AlarmChange, AlarmState, already_processed, validate_comment};
use crate::store::device_alarm::{self, DeviceAlarmRow};
use crate::store::{alarm_escalation, group_path};

pub async fn process(app: &App, right: &Authorized<resource::DeviceAlarm, action::Edit>, id: i64, comment: &str) -> Result<DeviceAlarmRow> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let permitted = device_alarm::find_for_update(&mut tx, right, id).await?;
    if permitted.state == AlarmState::Processed as i16 {
        return Err(already_processed(permitted.processed_by_name.as_deref().unwrap_or_default(), permitted.processed_at));
    }
    let comment = validate_comment(comment)?;
    device_alarm::update_processed(&mut tx, &permitted, &comment, now).await?;
    alarm_escalation::delete(&mut tx, &permitted).await?;
    device_alarm::insert_log_of_user(&mut tx, &permitted, AlarmChange::Processed, Some(&comment), now).await?;
    let (before, caller) = (permitted.into_row(), right.caller());
    let row = DeviceAlarmRow {
        state: AlarmState::Processed as i16,
        processed_by: Some(caller.user_id),
        processed_by_name: Some(caller.user_name.clone()),
        processed_at: Some(now),
        comment: Some(comment),
        ..before.clone()
    };
    record(&mut tx, &app.context.clock, caller, "process", &row, (publish::audit_view(&before), publish::audit_view(&row))).await?;
    let changed =
        ChangedAlarm { row: &row, change: AlarmChange::Processed, state: AlarmState::Processed, is_late: false, user: Some(caller), event_id: 0 };
    publish::publish_all(&mut tx, &[changed], now).await?;
    let path = group_path::find(&mut tx, row.domain_id).await?;
    tx.commit().await?;
    app.pusher.send(vec![publish::build_push(&row, AlarmChange::Processed.as_str(), false, path)]);
    Ok(row)
}
