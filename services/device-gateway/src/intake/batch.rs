//! One batch: one transaction, then the answers.
use std::collections::HashMap;

use kit::{Error, Result, clock, outbox};
use policy::Resource;
use proto::vestibule::events::v1::EventArrived;
use serde_json::json;

use super::answer;
use super::message::{Content, Message, Push, Refused};
use crate::domain::event::{ACCESS, NewEvent, category_word};
use crate::gateway::Gateway;
use crate::push;
use crate::store::event::Stored;
use crate::store::rejected::Rejected;
use crate::store::reporter::Reporter;
use crate::store::{event, place, rejected, reporter};

pub const TOPIC: &str = "device.event.arrived";

type Reporters = HashMap<String, Reporter>;

/// Stores what can be stored and answers it. A message that the database refuses is set apart and stops no other;
/// while the database is away nobody is answered.
pub async fn take(gateway: &Gateway, messages: Vec<Message>) {
    match store(gateway, &messages).await {
        Ok(reporters) => answer::all(gateway, &messages, &reporters).await,
        Err(Error::Unavailable(error)) => tracing::warn!(messages = messages.len(), error = format!("{error:#}"), "events wait at their devices"),
        Err(error) if messages.len() == 1 => {
            tracing::error!(serial = %messages[0].serial, error = format!("{error:#}"), "events cannot be stored: one by one");
            let [message] = <[Message; 1]>::try_from(messages).expect("there is one");
            if let Some(message) = apart(gateway, message).await
                && let Ok(reporters) = store(gateway, std::slice::from_ref(&message)).await
            {
                answer::all(gateway, &[message], &reporters).await;
            }
        }
        Err(error) => {
            tracing::warn!(messages = messages.len(), error = format!("{error:#}"), "a batch failed: its messages one by one");
            for message in messages {
                Box::pin(take(gateway, vec![message])).await;
            }
        }
    }
}

/// A message of which the database refuses something: what it takes is stored, the rest becomes something refused. None
/// when the database is away meanwhile.
async fn apart(gateway: &Gateway, mut message: Message) -> Option<Message> {
    let Content::Events(push) = &mut message.content else { return None };
    let mut sorted = Push { refused: std::mem::take(&mut push.refused), ..Push::default() };
    for event in std::mem::take(&mut push.events) {
        let alone = Message { content: Content::Events(Push { events: vec![event.clone()], ..Push::default() }), ..message.clone() };
        match store(gateway, &[alone]).await {
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

/// One transaction for all of it. Gives the devices that are known: only they are answered.
async fn store(gateway: &Gateway, messages: &[Message]) -> Result<Reporters> {
    let now = gateway.context.clock.now();
    let mut tx = gateway.context.database.system().await?;
    let serials: Vec<String> = messages.iter().map(|message| message.serial.to_string()).collect();
    let known: Reporters = reporter::reporters(&mut tx, &serials).await?.into_iter().map(|device| (device.serial_number.clone(), device)).collect();

    let events = events(messages, &known);
    let stored = event::insert(&mut tx, &events, now).await?;
    let by_id: HashMap<i64, &Reporter> = known.values().map(|device| (device.id, device)).collect();
    let arrived: Vec<_> = stored.iter().filter_map(|event| Some(arrived(event, by_id.get(&event.device_id)?))).collect();
    outbox::emit_all(&mut tx, TOPIC, &arrived).await?;

    for message in messages {
        let Some(device) = known.get(message.serial.as_str()) else { continue };
        for (reason, payload) in senseless(message) {
            let row = Rejected { project_id: device.project_id, device_id: device.id, reason, payload };
            rejected::insert(&mut tx, &row, now).await?;
            gateway.counters.messages_rejected.inc();
            tracing::warn!(device_id = device.id, serial = %message.serial, reason, "what a device said makes no sense: kept in rejected_messages");
        }
    }
    let groups: Vec<i64> = known.values().map(|device| device.domain_id).collect();
    let paths = if stored.is_empty() { HashMap::new() } else { place::paths(&mut tx, &groups).await? };
    tx.commit().await?;

    gateway.counters.events_stored.inc_by(stored.len() as u64);
    gateway.counters.events_repeated.inc_by((events.len() - stored.len()) as u64);
    gateway.pusher.send(arrived.iter().flat_map(|outgoing| pushes(&outgoing.event, &paths)).collect());
    Ok(known)
}

/// Why, and as it came: a whole message, or events of one.
fn senseless(message: &Message) -> Vec<(&str, &[u8])> {
    match &message.content {
        Content::Rejected(rejection) => vec![(rejection.reason.as_str(), message.payload.as_ref())],
        Content::Events(push) => push.refused.iter().map(|refused| (refused.reason.as_str(), refused.raw.as_slice())).collect(),
        Content::Pong | Content::Validate(_) | Content::Unsupported(_) => Vec::new(),
    }
}

fn events<'a>(messages: &'a [Message], known: &'a Reporters) -> Vec<(&'a Reporter, &'a NewEvent)> {
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

fn arrived(event: &Stored, device: &Reporter) -> outbox::Outgoing<EventArrived> {
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
        },
    }
}

/// To the log of devices, and to that of access control where it belongs there.
fn pushes(event: &EventArrived, paths: &HashMap<i64, Vec<i64>>) -> Vec<kit::realtime::Push> {
    let data = json!({
        "type": "device.event.arrived", "id": event.event_id, "category": event.category, "code": event.code,
        "device": {"id": event.device_id, "name": event.device_name}, "domain": {"id": event.domain_id, "name": event.domain_name},
        "user": (event.user_id != 0).then(|| json!({"id": event.user_id, "name": event.user_name})),
        "identifier_id": (event.identifier_id != 0).then_some(event.identifier_id),
        "identifier_type": event.identifier_type, "identifier_number": event.identifier_number,
        "lock_number": event.lock_number, "is_revoked": event.is_revoked,
        "created_at": text(&event.created_at), "received_at": text(&event.received_at),
    });
    let path = paths.get(&event.domain_id).cloned().unwrap_or_default();
    let mut pushes = vec![push::of_resource(event.project_id, "events.devices", Resource::DeviceEvent, path.clone(), data.clone())];
    if event.category == category_word(ACCESS) {
        pushes.push(push::of_resource(event.project_id, "events.access-control", Resource::AccessEvent, path, data));
    }
    pushes
}

/// RFC 3339.
fn text(at: &Option<prost_types::Timestamp>) -> Option<String> {
    let at = clock::from_proto(at.as_ref()?)?;
    at.format(&time::format_description::well_known::Rfc3339).ok()
}
