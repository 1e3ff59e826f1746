//! What is pushed to consoles and sent by webhooks: objects with a `type`.
use proto::vestibule::events::v1::{
    BackupApplied, BackupMade, DeviceAlarmChanged, DeviceStatusChanged, EventArrived, GroupChanged, GuestKeyChanged, GuestKeyOpened,
    IdentifierChanged, SosCalled, UserChanged,
};
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::rfc3339;

/// The category of events that belong to the log of access control, too.
pub const ACCESS_CATEGORY: &str = "access";

pub fn device_event_arrived(event: &EventArrived) -> Value {
    json!({
        "type": "device.event.arrived", "id": event.event_id, "category": event.category, "code": event.code,
        "device": reference(event.device_id, &event.device_name), "domain": {"id": event.domain_id, "name": event.domain_name},
        "user": reference(event.user_id, &event.user_name),
        "identifier_id": id(event.identifier_id),
        "identifier_type": event.identifier_type, "identifier_number": event.identifier_number,
        "lock_number": event.lock_number, "is_revoked": event.is_revoked,
        "created_at": moment(event.created_at.as_ref()), "received_at": moment(event.received_at.as_ref()),
        "device_created_at": moment(event.device_created_at.as_ref()),
    })
}

pub fn device_status_changed(changed: &DeviceStatusChanged) -> Value {
    let status = if changed.online { "online" } else { "offline" };
    json!({"type": "device.status.changed", "device_id": changed.device_id, "name": changed.device_name, "status": status})
}

/// `kind`: device.created, device.changed, device.deleted, or another that is only pushed.
pub fn device(kind: &str, device_id: i64) -> Value {
    json!({"type": kind, "device_id": device_id})
}

/// A task as its push has it.
pub struct TaskChange<'a> {
    pub id: i64,
    pub kind: &'a str,
    pub status: &'a str,
}

pub fn device_tasks_changed<'a>(device_id: i64, items: impl Iterator<Item = TaskChange<'a>>) -> Value {
    let items: Vec<Value> = items.map(|task| json!({"id": task.id, "kind": task.kind, "status": task.status})).collect();
    json!({"type": "device_tasks.changed", "device_id": device_id, "items": items})
}

pub fn device_alarm_changed(alarm: &DeviceAlarmChanged) -> Value {
    json!({
        "type": "device.alarm.changed", "id": alarm.alarm_id, "change": alarm.change, "is_late": alarm.is_late,
        "state": alarm.state, "severity": alarm.severity, "code": alarm.code,
        "device": {"id": alarm.device_id, "name": alarm.device_name},
        "domain": {"id": alarm.domain_id, "name": alarm.domain_name},
        "lock_number": (alarm.lock_number != 0).then_some(alarm.lock_number), "count": alarm.count,
        "taken_by_user": reference(alarm.taken_by, &alarm.taken_by_name),
    })
}

/// None for a controller that belongs to no elevator.
pub fn elevator_event_changed(elevator_id: Option<i64>) -> Value {
    json!({"type": "elevator_event.changed", "elevator_id": elevator_id})
}

pub fn announce_changed(id: i64, status: &str) -> Value {
    json!({"type": "announce.changed", "id": id, "status": status})
}

pub fn conversation_changed(id: i64, last_message_id: i64) -> Value {
    json!({"type": "conversation.changed", "id": id, "last_message_id": last_message_id})
}

pub fn alert_run_changed(alert_id: i64, run_id: i64) -> Value {
    json!({"type": "alert_run.changed", "alert_id": alert_id, "run_id": run_id})
}

pub fn amenity_reservation_changed(id: i64, amenity_id: i64) -> Value {
    json!({"type": "amenity_reservation.changed", "id": id, "amenity_id": amenity_id})
}

pub fn sos_called(call: &SosCalled) -> Value {
    json!({
        "type": "sos.called", "call_id": call.call_id, "number": call.number, "device": reference(call.device_id, &call.device_name),
        "domain": id(call.domain_id).map(|id| json!({"id": id})), "created_at": moment(call.at.as_ref()),
    })
}

/// Number and holder are left out: the API answers with them to who may view them.
pub fn identifier_changed(identifier: &IdentifierChanged) -> Value {
    json!({
        "type": "identifier.changed", "id": identifier.id, "identifier_type": identifier.r#type, "is_active": identifier.is_active,
        "is_revoked": identifier.revoked, "is_deleted": identifier.deleted,
        "owner": id(identifier.owner_id).map(|id| json!({"id": id})),
    })
}

pub fn user_changed(user: &UserChanged) -> Value {
    json!({"type": "user.changed", "id": user.id, "is_active": user.is_active, "is_deleted": user.deleted})
}

pub fn group_changed(group: &GroupChanged) -> Value {
    json!({
        "type": "domain.changed", "id": group.id, "name": group.name, "parent_id": id(group.parent_id), "is_deleted": group.deleted,
    })
}

pub fn guest_key_changed(key: &GuestKeyChanged) -> Value {
    json!({
        "type": "guest_key.changed", "id": key.id, "name": key.name, "change": key.change, "owner": id(key.owner_id).map(|id| json!({"id": id})),
        "domain": id(key.domain_id).map(|id| json!({"id": id})),
    })
}

pub fn guest_key_opened(opened: &GuestKeyOpened) -> Value {
    json!({
        "type": "guest_key.opened", "id": opened.id, "name": opened.name, "owner": id(opened.owner_id).map(|id| json!({"id": id})),
        "domain": id(opened.domain_id).map(|id| json!({"id": id})), "device": reference(opened.device_id, &opened.device_name),
        "is_first": opened.is_first, "is_refused": opened.is_refused,
    })
}

pub fn backup_made(made: &BackupMade) -> Value {
    json!({"type": "backup.made", "id": made.backup_id, "name": made.name, "user": reference(made.user_id, &made.user_name)})
}

pub fn backup_applied(applied: &BackupApplied) -> Value {
    json!({
        "type": "backup.applied", "id": applied.backup_id, "name": applied.name, "user": reference(applied.user_id, &applied.user_name),
        "status": applied.status, "refusals_count": applied.refusals_count,
    })
}

/// `{id, name}`; null for id 0.
fn reference(id: i64, name: &str) -> Option<Value> {
    (id != 0).then(|| json!({"id": id, "name": name}))
}

fn id(id: i64) -> Option<i64> {
    (id != 0).then_some(id)
}

fn moment(at: Option<&prost_types::Timestamp>) -> Option<String> {
    let at = at?;
    let seconds = OffsetDateTime::from_unix_timestamp(at.seconds).ok()?;
    Some(rfc3339(seconds + time::Duration::nanoseconds(at.nanos.into())))
}
