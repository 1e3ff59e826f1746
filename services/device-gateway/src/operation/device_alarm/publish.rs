//! What others learn of an alarm: other services by an event, browsers by a push.
use event_catalogue::encode;
use kit::realtime::Push;
use kit::{Result, clock, outbox};
use policy::{Caller, Resource};
use proto::vestibule::events::v1::DeviceAlarmChanged;
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::device_alarm::{AlarmChange, AlarmState, severity_word};
use crate::push;
use crate::store::device_alarm::DeviceAlarmRow;

const TOPIC: &str = "device.alarm.changed";

/// A change of an alarm: the row after it.
pub struct ChangedAlarm<'a> {
    pub row: &'a DeviceAlarmRow,
    pub change: AlarmChange,
    /// The state after this change: the row may have changed more than once in one transaction.
    pub state: AlarmState,
    pub is_late: bool,
    pub user: Option<&'a Caller>,
    /// The event that has caused it; 0 for a person.
    pub event_id: i64,
}

pub async fn publish_all(connection: &mut PgConnection, changed: &[ChangedAlarm<'_>], at: OffsetDateTime) -> Result<()> {
    let events: Vec<_> = changed.iter().map(|changed| build_event(changed, at)).collect();
    outbox::emit_all(connection, TOPIC, &events).await
}

fn build_event(changed: &ChangedAlarm<'_>, at: OffsetDateTime) -> outbox::Outgoing<DeviceAlarmChanged> {
    let row = changed.row;
    let event = DeviceAlarmChanged {
        state: changed.state.as_str().into(),
        is_late: changed.is_late,
        user_id: changed.user.map_or(0, |user| user.user_id),
        user_name: changed.user.map(|user| user.user_name.clone()).unwrap_or_default(),
        at: Some(clock::to_proto(at)),
        event_id: changed.event_id,
        ..snapshot(row, changed.change.as_str())
    };
    outbox::Outgoing { project_id: row.project_id, aggregate: format!("device-alarm:{}", row.id), event }
}

/// The alarm as it is.
fn snapshot(row: &DeviceAlarmRow, change: &str) -> DeviceAlarmChanged {
    DeviceAlarmChanged {
        project_id: row.project_id,
        alarm_id: row.id,
        change: change.into(),
        state: AlarmState::from_number(row.state).map(AlarmState::as_str).unwrap_or_default().into(),
        severity: severity_word(row.severity).into(),
        code: row.code.clone(),
        device_id: row.device_id,
        device_name: row.device_name.clone(),
        domain_id: row.domain_id,
        domain_name: row.domain_name.clone().unwrap_or_default(),
        lock_number: row.lock_number,
        count: row.count,
        taken_by: row.taken_by.unwrap_or_default(),
        taken_by_name: row.taken_by_name.clone().unwrap_or_default(),
        ..DeviceAlarmChanged::default()
    }
}

/// `change`: a word of [`AlarmChange`], `repeated`, `image` or `deleted`. To everybody who sees the alarms of the group at the end of the path.
pub fn build_push(row: &DeviceAlarmRow, change: &str, is_late: bool, path: Vec<i64>) -> Push {
    let data = encode::device_alarm_changed(&DeviceAlarmChanged { is_late, ..snapshot(row, change) });
    push::of_resource(row.project_id, "device-alarms", Resource::DeviceAlarm, path, data)
}

/// For the audit log.
pub fn audit_view(row: &DeviceAlarmRow) -> Value {
    json!({
        "code": row.code, "lock_number": row.lock_number, "state": AlarmState::from_number(row.state).map(AlarmState::as_str),
        "count": row.count, "taken_by": row.taken_by_name, "processed_by": row.processed_by_name, "comment": row.comment,
    })
}
