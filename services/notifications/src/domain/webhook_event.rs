//! What a durable event is for webhooks: the push of the same thing, and where it happened.
use event_catalogue::encode::{self, ACCESS_CATEGORY, TaskChange};
use kit::Result;
use kit::clock::from_proto;
use kit::consumer::Delivery;
use kit::projection::topic::{DEVICE, USER};
use proto::vestibule::events::v1::{
    AlertRunChanged, AnnounceChanged, BackupApplied, BackupMade, ConversationChanged, DeviceAlarmChanged, DeviceChanged, DeviceStatusChanged,
    DeviceTaskFailed, ElevatorReleased, EventArrived, GroupChanged, GuestKeyChanged, GuestKeyOpened, IdentifierChanged, SosCalled, UserChanged,
};
use serde_json::Value;
use time::OffsetDateTime;

pub const EVENT: &str = "device.event.arrived";
pub const STATUS: &str = "device.status.changed";
pub const TASK_FAILED: &str = "device.task.failed";
pub const ALARM: &str = "device.alarm.changed";
pub const SOS: &str = "telephony.sos.called";
pub const ELEVATOR_RELEASED: &str = "access.elevator.released";
pub const IDENTIFIER: &str = "access.identifier.changed";
pub const GUEST_KEY_CHANGED: &str = "access.guest_key.changed";
pub const GUEST_KEY_OPENED: &str = "access.guest_key.opened";
pub const ALERT_RUN: &str = "notifications.alert_run.changed";
pub const ANNOUNCE: &str = "notifications.announce.changed";
pub const CONVERSATION: &str = "notifications.conversation.changed";
pub const BACKUP_MADE: &str = "backup.made";
pub const BACKUP_APPLIED: &str = "backup.applied";

/// Topics that only webhooks need.
pub const ONLY_FOR_WEBHOOKS: &[&str] = &[ELEVATOR_RELEASED, IDENTIFIER, GUEST_KEY_CHANGED, ANNOUNCE, CONVERSATION, BACKUP_MADE, BACKUP_APPLIED];

/// The groups in which something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventPlace {
    Groups(Vec<i64>),
    /// Those of a user, as they are known here.
    OfUser(i64),
    /// Those that an announce goes to.
    OfAnnounce(i64),
    /// Those that an emergency alert reaches, and those of its devices.
    OfAlert(i64),
}

/// An event as webhooks get it.
#[derive(Clone, Debug)]
pub struct WebhookEvent {
    pub project_id: i64,
    /// Of the catalogue; a webhook that has chosen several gets it once, by the first that is permitted.
    pub names: &'static [&'static str],
    /// As its push has it.
    pub data: Value,
    pub at: Option<OffsetDateTime>,
    /// What is sent in order.
    pub lane: String,
    pub place: EventPlace,
    /// It goes to all groups below those of its place.
    pub reaches_below: bool,
    /// What it is about is gone once it is projected.
    pub is_deletion: bool,
}

impl WebhookEvent {
    fn new(project_id: i64, names: &'static [&'static str], lane: String, place: EventPlace, data: Value) -> WebhookEvent {
        WebhookEvent { project_id, names, data, at: None, lane, place, reaches_below: false, is_deletion: false }
    }

    fn at(self, at: Option<prost_types::Timestamp>) -> WebhookEvent {
        WebhookEvent { at: at.as_ref().and_then(from_proto), ..self }
    }
}

/// None for what webhooks do not get.
pub fn from_delivery(delivery: &Delivery) -> Result<Option<WebhookEvent>> {
    Ok(Some(match delivery.topic.as_str() {
        EVENT => from_event(&delivery.decode()?),
        STATUS => from_status(&delivery.decode()?),
        TASK_FAILED => from_failed_task(&delivery.decode()?),
        ALARM => from_alarm(&delivery.decode()?),
        SOS => from_sos(&delivery.decode()?),
        DEVICE => from_device(&delivery.decode()?),
        ELEVATOR_RELEASED => from_release(&delivery.decode()?),
        IDENTIFIER => from_identifier(&delivery.decode()?),
        GUEST_KEY_CHANGED => from_guest_key(&delivery.decode()?),
        GUEST_KEY_OPENED => from_guest_opening(&delivery.decode()?),
        USER => from_user(&delivery.decode()?),
        kit::tree::TOPIC => from_group(&delivery.decode()?),
        ALERT_RUN => match delivery.decode::<AlertRunChanged>()? {
            repeated if repeated.is_repeated => return Ok(None),
            run => from_alert_run(&run),
        },
        ANNOUNCE => from_announce(&delivery.decode()?),
        CONVERSATION => from_conversation(&delivery.decode()?),
        BACKUP_MADE => from_backup(&delivery.decode()?),
        BACKUP_APPLIED => from_applied_backup(&delivery.decode()?),
        _ => return Ok(None),
    }))
}

fn group(id: i64) -> EventPlace {
    EventPlace::Groups(if id == 0 { Vec::new() } else { vec![id] })
}

fn device_lane(device_id: i64) -> String {
    format!("device:{device_id}")
}

fn from_event(event: &EventArrived) -> WebhookEvent {
    let names: &[&str] = match event.category == ACCESS_CATEGORY {
        true => &["device.event.arrived", "device.event.arrived/access"],
        false => &["device.event.arrived"],
    };
    let data = encode::device_event_arrived(event);
    WebhookEvent::new(event.project_id, names, device_lane(event.device_id), group(event.domain_id), data).at(event.received_at)
}

fn from_status(changed: &DeviceStatusChanged) -> WebhookEvent {
    let data = encode::device_status_changed(changed);
    WebhookEvent::new(changed.project_id, &["device.status.changed"], device_lane(changed.device_id), group(changed.domain_id), data).at(changed.at)
}

fn from_failed_task(task: &DeviceTaskFailed) -> WebhookEvent {
    let failed = TaskChange { id: task.task_id, kind: &task.kind, status: "failed" };
    let data = encode::device_tasks_changed(task.device_id, std::iter::once(failed));
    WebhookEvent::new(task.project_id, &["device_tasks.changed"], device_lane(task.device_id), group(task.domain_id), data).at(task.at)
}

fn from_alarm(alarm: &DeviceAlarmChanged) -> WebhookEvent {
    let data = encode::device_alarm_changed(alarm);
    WebhookEvent::new(alarm.project_id, &["device.alarm.changed"], device_lane(alarm.device_id), group(alarm.domain_id), data).at(alarm.at)
}

fn from_sos(call: &SosCalled) -> WebhookEvent {
    let data = encode::sos_called(call);
    WebhookEvent::new(call.project_id, &["sos.called"], device_lane(call.device_id), group(call.domain_id), data).at(call.at)
}

fn from_device(device: &DeviceChanged) -> WebhookEvent {
    let names: &[&str] = match (device.deleted, device.version) {
        (true, _) => &["device.deleted"],
        (false, 1) => &["device.created"],
        (false, _) => &["device.changed"],
    };
    let data = encode::device(names[0], device.id);
    WebhookEvent::new(device.project_id, names, device_lane(device.id), group(device.domain_id), data)
}

fn from_release(released: &ElevatorReleased) -> WebhookEvent {
    let data = encode::elevator_event_changed(Some(released.elevator_id));
    let lane = format!("elevator:{}", released.elevator_id);
    WebhookEvent::new(released.project_id, &["elevator_event.changed"], lane, group(released.domain_id), data)
}

fn from_identifier(identifier: &IdentifierChanged) -> WebhookEvent {
    let place = if identifier.owner_id == 0 { group(0) } else { EventPlace::OfUser(identifier.owner_id) };
    let lane = format!("identifier:{}", identifier.id);
    WebhookEvent::new(identifier.project_id, &["identifier.changed"], lane, place, encode::identifier_changed(identifier))
}

fn from_guest_key(key: &GuestKeyChanged) -> WebhookEvent {
    let (lane, data) = (format!("identifier:{}", key.id), encode::guest_key_changed(key));
    WebhookEvent::new(key.project_id, &["guest_key.changed"], lane, group(key.domain_id), data).at(key.at)
}

fn from_guest_opening(opened: &GuestKeyOpened) -> WebhookEvent {
    let data = encode::guest_key_opened(opened);
    WebhookEvent::new(opened.project_id, &["guest_key.opened"], device_lane(opened.device_id), group(opened.domain_id), data).at(opened.at)
}

/// Of a deleted user the snapshot has no groups.
fn from_user(user: &UserChanged) -> WebhookEvent {
    let place = if user.deleted { EventPlace::OfUser(user.id) } else { EventPlace::Groups(user.domain_ids.clone()) };
    let event = WebhookEvent::new(user.project_id, &["user.changed"], format!("user:{}", user.id), place, encode::user_changed(user));
    WebhookEvent { is_deletion: user.deleted, ..event }
}

fn from_group(changed: &GroupChanged) -> WebhookEvent {
    let lane = format!("domain:{}", changed.id);
    let event = WebhookEvent::new(changed.project_id, &["domain.changed"], lane, group(changed.id), encode::group_changed(changed));
    WebhookEvent { is_deletion: changed.deleted, ..event }
}

fn from_alert_run(run: &AlertRunChanged) -> WebhookEvent {
    let data = encode::alert_run_changed(run.alert_id, run.id);
    let event = WebhookEvent::new(run.project_id, &["alert_run.changed"], format!("alert:{}", run.alert_id), EventPlace::OfAlert(run.alert_id), data);
    WebhookEvent { reaches_below: true, ..event }
}

fn from_announce(announce: &AnnounceChanged) -> WebhookEvent {
    let data = encode::announce_changed(announce.id, &announce.status);
    let lane = format!("announce:{}", announce.id);
    let event = WebhookEvent::new(announce.project_id, &["announce.changed"], lane, EventPlace::OfAnnounce(announce.id), data);
    WebhookEvent { reaches_below: true, ..event }
}

fn from_conversation(changed: &ConversationChanged) -> WebhookEvent {
    let data = encode::conversation_changed(changed.id, changed.last_message_id);
    let lane = format!("conversation:{}", changed.id);
    WebhookEvent::new(changed.project_id, &["conversation.changed"], lane, group(changed.domain_id), data).at(changed.at)
}

fn from_backup(made: &BackupMade) -> WebhookEvent {
    let lane = format!("backup:{}", made.backup_id);
    WebhookEvent::new(made.project_id, &["backup.made"], lane, group(0), encode::backup_made(made)).at(made.at)
}

fn from_applied_backup(applied: &BackupApplied) -> WebhookEvent {
    let lane = format!("backup:{}", applied.backup_id);
    WebhookEvent::new(applied.project_id, &["backup.applied"], lane, group(0), encode::backup_applied(applied)).at(applied.at)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use event_catalogue::EVENTS;
    use kit::projection::topic;
    use prost::Message as _;
    use uuid::Uuid;

    fn delivery(topic: &str, payload: Vec<u8>) -> Delivery {
        Delivery { id: Uuid::nil(), topic: topic.into(), payload }
    }

    fn names(topic: &str, payload: Vec<u8>) -> &'static [&'static str] {
        from_delivery(&delivery(topic, payload)).unwrap().unwrap().names
    }

    #[test]
    fn webhooks_get_every_event_of_the_catalogue_from_a_durable_event() {
        let access = EventArrived { category: ACCESS_CATEGORY.into(), ..EventArrived::default() }.encode_to_vec();
        let device = |deleted, version| DeviceChanged { deleted, version, ..DeviceChanged::default() }.encode_to_vec();
        let mut found: BTreeSet<&str> = [
            names(EVENT, access),
            names(topic::DEVICE, device(false, 1)),
            names(topic::DEVICE, device(false, 2)),
            names(topic::DEVICE, device(true, 3)),
        ]
        .into_iter()
        .flatten()
        .copied()
        .collect();
        for topic in [STATUS, TASK_FAILED, ALARM, SOS, GUEST_KEY_OPENED, ALERT_RUN, topic::USER, kit::tree::TOPIC].iter().chain(ONLY_FOR_WEBHOOKS) {
            found.extend(names(topic, Vec::new()));
        }
        assert_eq!(found, EVENTS.iter().map(|event| event.name).collect());
    }

    #[test]
    fn a_run_that_is_published_once_more_is_sent_to_no_webhook() {
        let repeated = AlertRunChanged { is_repeated: true, ..AlertRunChanged::default() };
        assert!(from_delivery(&delivery(ALERT_RUN, repeated.encode_to_vec())).unwrap().is_none());
    }

    #[test]
    fn the_type_of_a_message_is_that_of_its_push() {
        for topic in [EVENT, STATUS, TASK_FAILED, ALARM, SOS, GUEST_KEY_OPENED, ALERT_RUN, topic::USER, topic::DEVICE].iter().chain(ONLY_FOR_WEBHOOKS)
        {
            let event = from_delivery(&delivery(topic, Vec::new())).unwrap().unwrap();
            for name in event.names {
                assert_eq!(event.data["type"], event_catalogue::find(name).unwrap().kind);
            }
        }
    }
}
