//! One batch: one transaction, then the answers.
use std::collections::HashMap;

use event_catalogue::encode;
use kit::{Error, Result, clock, outbox};
use policy::Resource;
use proto::vestibule::events::v1::EventArrived;

use super::answer;
use super::message::{Content, Message, Push, Refused};
use crate::app::App;
use crate::domain::event::{ACCESS, NewEvent, category_word};
use crate::mqtt::{BrokerLink, BrokerScope};
use crate::operation::{device_alarm, event_image};
use crate::push;
use crate::store::event::StoredEvent;
use crate::store::rejected_message::RejectedMessage;
use crate::store::reporting_device::ReportingDevice;
use crate::store::{event, group_path, lift_event, rejected_message, remote_opening, reporting_device};

pub const TOPIC: &str = "device.event.arrived";

/// Whence messages came.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// Devices are known by their user names there.
    Broker(BrokerScope),
    /// The device whose call it is, known by its token.
    Http(&'a ReportingDevice),
}

type ReportingDevices = HashMap<String, ReportingDevice>;

/// Stores the events of the batch and answers their devices. A message that the database refuses is isolated, so that the others
/// are stored; while the database is away nobody is answered.
pub async fn take(app: &App, link: &BrokerLink, messages: Vec<Message>) {
    match store(app, &messages, Source::Broker(link.scope)).await {
        Ok(reporters) => answer::send_all(&link.mqtt, &messages, &reporters).await,
        Err(Error::Unavailable(error)) => {
            tracing::warn!(messages = messages.len(), error = format!("{error:#}"), "events could not be stored: their devices will send them again")
        }
        Err(error) if messages.len() == 1 => {
            tracing::error!(serial = %messages[0].serial, error = format!("{error:#}"), "events cannot be stored: one by one");
            let [message] = <[Message; 1]>::try_from(messages).expect("there is one");
            if let Some(message) = isolate_bad_events(app, message, Source::Broker(link.scope)).await
                && let Ok(reporters) = store(app, std::slice::from_ref(&message), Source::Broker(link.scope)).await
            {
                answer::send_all(&link.mqtt, &[message], &reporters).await;
            }
        }
        Err(error) => {
            tracing::warn!(messages = messages.len(), error = format!("{error:#}"), "a batch failed: its messages one by one");
            for message in messages {
                Box::pin(take(app, link, vec![message])).await;
            }
        }
    }
}

/// Stores the events of a message one by one: those that the database refuses become rejected parts. None when the database is
/// away meanwhile.
async fn isolate_bad_events(app: &App, mut message: Message, source: Source<'_>) -> Option<Message> {
    let Content::Events(push) = &mut message.content else { return None };
    let mut sorted = Push { refused: std::mem::take(&mut push.refused), ..Push::default() };
    for event in std::mem::take(&mut push.events) {
        let alone = Message { content: Content::Events(Push { events: vec![event.clone()], ..Push::default() }), ..message.clone() };
        match store(app, &[alone], source).await {
            Ok(_) => sorted.events.push(event),
            Err(Error::Unavailable(_)) => return None,
            Err(error) => {
                let raw = format!("{event:?}").into_bytes();
                sorted.refused.push(Refused { id: Some(event.device_event_id.into()), reason: format!("{error:#}"), raw });
            }
        }
    }
    Some(Message { content: Content::Events(sorted), ..message })
}

/// In one transaction. Returns the devices that are known: only they are answered.
async fn store(app: &App, messages: &[Message], source: Source<'_>) -> Result<ReportingDevices> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let devices = match source {
        Source::Http(device) => vec![device.clone()],
        Source::Broker(scope) => {
            let serials: Vec<String> = messages.iter().map(|message| message.serial.to_string()).collect();
            let mut devices = reporting_device::find_many(&mut tx, &serials).await?;
            devices.retain(|device| scope.has(device.project_id));
            devices
        }
    };
    let known: ReportingDevices = devices.into_iter().map(|device| (device.serial_number.clone(), device)).collect();

    let events = known_events(messages, &known);
    let mut stored = event::insert(&mut tx, &events, now).await?;
    remote_opening::name_openers(&mut tx, &mut stored).await?;
    let lifts = match known.values().any(|device| device.drives_lift) {
        true => lift_event::copy_from_devices(&mut tx, &stored).await?,
        false => Vec::new(),
    };
    let by_id: HashMap<i64, &ReportingDevice> = known.values().map(|device| (device.id, device)).collect();
    let alarms = device_alarm::apply_events(&mut tx, &stored, now).await?;
    let arrived: Vec<_> = stored.iter().filter_map(|event| Some(build_event(event, by_id.get(&event.device_id)?))).collect();
    outbox::emit_all(&mut tx, TOPIC, &arrived).await?;

    for message in messages {
        let Some(device) = known.get(message.serial.as_str()) else { continue };
        for (reason, payload, size) in rejected_parts(message) {
            let row = RejectedMessage { project_id: device.project_id, device_id: device.id, reason, payload, size };
            rejected_message::insert(&mut tx, &row, now).await?;
            app.counters.messages_rejected.inc();
            tracing::warn!(device_id = device.id, serial = %message.serial, reason, "a message of a device is invalid: kept in rejected_messages");
        }
    }
    let groups: Vec<i64> = known.values().map(|device| device.domain_id).collect();
    let paths = if stored.is_empty() { HashMap::new() } else { group_path::find_many(&mut tx, &groups).await? };
    tx.commit().await?;

    event_image::take_in_background(app, &stored);
    app.counters.events_stored.inc_by(stored.len() as u64);
    app.counters.events_repeated.inc_by((events.len() - stored.len()) as u64);
    let lifts = lifts.into_iter().map(push::of_elevator_event);
    app.pusher.send(arrived.iter().flat_map(|outgoing| build_pushes(&outgoing.event, &paths)).chain(alarms).chain(lifts).collect());
    Ok(known)
}

/// The push of a device that speaks HTTP. An event that the database refuses is kept as a rejected part.
pub async fn store_http(app: &App, device: &ReportingDevice, message: Message) -> Result<()> {
    match store(app, std::slice::from_ref(&message), Source::Http(device)).await {
        Ok(_) => Ok(()),
        Err(Error::Unavailable(error)) => Err(Error::Unavailable(error)),
        Err(error) => {
            tracing::error!(serial = %message.serial, error = format!("{error:#}"), "events cannot be stored: one by one");
            let isolated = isolate_bad_events(app, message, Source::Http(device)).await;
            let message = isolated.ok_or_else(|| Error::Unavailable(anyhow::anyhow!("the database is away")))?;
            store(app, &[message], Source::Http(device)).await.map(drop)
        }
    }
}

/// The reason, the bytes and the size of what is rejected: a whole message, or events of one.
fn rejected_parts(message: &Message) -> Vec<(&str, &[u8], usize)> {
    match &message.content {
        Content::Rejected(rejection) => vec![(rejection.reason.as_str(), message.payload.as_ref(), message.size)],
        Content::Events(push) => push.refused.iter().map(|refused| (refused.reason.as_str(), refused.raw.as_slice(), refused.raw.len())).collect(),
        Content::Pong | Content::Validate(_) | Content::Unsupported(_) => Vec::new(),
    }
}

fn known_events<'a>(messages: &'a [Message], known: &'a ReportingDevices) -> Vec<(&'a ReportingDevice, &'a NewEvent)> {
    let of_message = |message: &'a Message| {
        let events: &[NewEvent] = match &message.content {
            Content::Events(push) => &push.events,
            _ => &[],
        };
        let device = known.get(message.serial.as_str());
        events.iter().filter_map(move |event| Some((device?, event)))
    };
    messages.iter().flat_map(of_message).collect()
}

fn build_event(event: &StoredEvent, device: &ReportingDevice) -> outbox::Outgoing<EventArrived> {
    outbox::Outgoing {
        project_id: event.project_id,
        aggregate: format!("device:{}", event.device_id),
        event: EventArrived {
            project_id: event.project_id,
            event_id: event.id,
            category: category_word(event.category).into(),
            code: event.code.clone(),
            device_id: event.device_id,
            device_name: device.name.clone(),
            domain_id: event.domain_id,
            domain_name: device.domain_name.clone().unwrap_or_default(),
            identifier_id: event.identifier_id.unwrap_or(0),
            identifier_type: event.identifier_type.clone().unwrap_or_default(),
            identifier_number: event.identifier_number.clone().unwrap_or_default(),
            user_id: event.user_id.unwrap_or(0),
            user_name: event.user_name.clone().unwrap_or_default(),
            lock_number: event.lock_number.unwrap_or(0),
            is_revoked: event.is_revoked,
            created_at: Some(clock::to_proto(event.created_at)),
            received_at: Some(clock::to_proto(event.received_at)),
            device_created_at: event.device_created_at.map(clock::to_proto),
        },
    }
}

/// To the log of devices, and to that of access control where it belongs there.
fn build_pushes(event: &EventArrived, paths: &HashMap<i64, Vec<i64>>) -> Vec<kit::realtime::Push> {
    let data = encode::device_event_arrived(event);
    let path = paths.get(&event.domain_id).cloned().unwrap_or_default();
    let mut pushes = vec![push::of_resource(event.project_id, "events.devices", Resource::DeviceEvent, path.clone(), data.clone())];
    if event.category == category_word(ACCESS) {
        pushes.push(push::of_resource(event.project_id, "events.access-control", Resource::AccessEvent, path, data));
    }
    pushes
}
