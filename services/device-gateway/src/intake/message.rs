//! Decoding of the messages of devices.
use bytes::Bytes;
use device_protocol::event::{Received, Unreadable};
use device_protocol::remote::RemoteCheck;
use device_protocol::{EventPush, Request, Serial, ServerCall};
use serde_json::Value;
use uuid::Uuid;

use super::RawMessage;
use super::repair_json::repair_json;
use crate::domain::event::{NewEvent, OutOfRange};

/// The largest message that is read: a push of 100 events with the longest texts is half of it.
pub const MAX_BYTES: usize = 256 * 1024;

#[derive(Clone, Debug)]
pub struct Message {
    pub serial: Serial,
    /// The beginning of one that is over the limit.
    pub payload: Bytes,
    /// Of the whole, in bytes.
    pub size: usize,
    /// Of the envelope; nil when it could not be read.
    pub id: Uuid,
    pub content: Content,
    pub traceparent: Option<String>,
}

#[derive(Clone, Debug)]
pub enum Content {
    Events(Push),
    /// A sign of life.
    Pong,
    /// A remote check, answered apart from the events.
    Validate(RemoteCheck),
    /// A call that is not offered over MQTT; answered with the status.
    Unsupported(u16),
    Rejected(Rejection),
}

/// The events of a push, and those of its parts that are not valid events.
#[derive(Clone, Debug, Default)]
pub struct Push {
    pub events: Vec<NewEvent>,
    pub refused: Vec<Refused>,
}

/// A part that cannot be stored as an event: it is kept as it came, and is acknowledged, so that the device does not keep it.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What the answer names it by: a number, or the value in its place.
    pub id: Option<Value>,
    pub reason: String,
    pub raw: Vec<u8>,
}

/// Why a message is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// As HTTP has it: 400, 404, 413.
    pub status: u16,
    pub reason: String,
}

impl Message {
    pub fn events(&self) -> usize {
        match &self.content {
            Content::Events(push) => push.events.len() + push.refused.len(),
            _ => 0,
        }
    }
}

/// Never fails: an invalid message becomes a rejection.
pub fn read(raw: RawMessage) -> Message {
    let RawMessage { serial, payload, size, traceparent } = raw;
    let (id, content) = match decode(&payload, size) {
        Ok(request) => (request.id, content(&request).unwrap_or_else(Content::Rejected)),
        Err(rejection) => (envelope_id(&payload), Content::Rejected(rejection)),
    };
    Message { serial, payload, size, id, content, traceparent }
}

fn decode(payload: &[u8], size: usize) -> Result<Request, Rejection> {
    if size > MAX_BYTES {
        return Err(Rejection { status: 413, reason: format!("message of {size} bytes is over the limit of {MAX_BYTES}") });
    }
    Request::decode(repair_json(payload).as_bytes()).map_err(|error| Rejection { status: 400, reason: error.to_string() })
}

fn content(request: &Request) -> Result<Content, Rejection> {
    let call = ServerCall::parse(request).map_err(|error| Rejection { status: error.status(), reason: error.to_string() })?;
    Ok(match call {
        ServerCall::Logs(push) => Content::Events(sort_events(push)),
        ServerCall::Pong => Content::Pong,
        ServerCall::Validate(check) => Content::Validate(check),
        // Devices sign in at the broker.
        ServerCall::Login(_) | ServerCall::Refresh => Content::Unsupported(404),
    })
}

pub fn sort_events(received: EventPush) -> Push {
    let mut push = Push::default();
    for event in received.events {
        match event {
            Received::Unreadable(unreadable) => push.refused.push(Refused::from(unreadable)),
            Received::Event(event) => match NewEvent::try_from(event) {
                Ok(event) => push.events.push(event),
                Err(error) => push.refused.push(Refused::from(error)),
            },
        }
    }
    push
}

impl From<OutOfRange> for Refused {
    fn from(error: OutOfRange) -> Refused {
        Refused { id: Some(error.0.id.into()), reason: error.to_string(), raw: serde_json::to_vec(&error.0).unwrap_or_default() }
    }
}

impl From<Unreadable> for Refused {
    fn from(unreadable: Unreadable) -> Refused {
        let id = unreadable.id().map(Value::from).or_else(|| unreadable.odd_id().cloned());
        Refused { id, raw: unreadable.raw.to_string().into_bytes(), reason: unreadable.reason }
    }
}

/// The id of an envelope that is otherwise invalid, so that the device knows what was refused. Of an oversized message there is only
/// the beginning.
fn envelope_id(payload: &[u8]) -> Uuid {
    #[derive(serde::Deserialize)]
    struct Id {
        id: Uuid,
    }
    serde_json::from_slice::<Id>(payload).map_or(Uuid::nil(), |envelope| envelope.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn content_of(payload: impl Into<Vec<u8>>) -> (Uuid, Content) {
        let payload: Vec<u8> = payload.into();
        let message = read(RawMessage::new(Serial::new("a").unwrap(), &payload, None));
        (message.id, message.content)
    }

    fn rejected(payload: impl Into<Vec<u8>>) -> (Uuid, u16) {
        match content_of(payload) {
            (id, Content::Rejected(rejection)) => (id, rejection.status),
            other => panic!("taken: {other:?}"),
        }
    }

    fn push(events: serde_json::Value) -> String {
        json!({"id": Uuid::from_u128(7), "method": "PUT", "uri": "/api/v0/devices/logs", "body": {"events": events}}).to_string()
    }

    #[test]
    fn a_push_of_events_is_read() {
        let event = json!({"id": 1, "created_at": "2026-03-02T08:15:00Z", "category": "access", "code": "door_was_opened"});
        let (id, content) = content_of(push(json!([event])));
        assert!(matches!(content, Content::Events(push) if push.events.len() == 1 && push.events[0].device_event_id == 1));
        assert_eq!(id, Uuid::from_u128(7));
    }

    #[test]
    fn garbage_is_refused_and_named_where_it_can_be() {
        assert_eq!(rejected("\u{0}nonsense"), (Uuid::nil(), 400));
        assert_eq!(rejected(json!({"id": Uuid::from_u128(7), "method": "FLY"}).to_string()), (Uuid::from_u128(7), 400));
        assert_eq!(rejected(push(json!("many"))), (Uuid::from_u128(7), 400));
        let unknown = json!({"id": Uuid::from_u128(7), "method": "POST", "uri": "/api/v0/users"});
        assert_eq!(rejected(unknown.to_string()), (Uuid::from_u128(7), 404));
    }

    #[test]
    fn what_is_no_event_is_set_apart_from_those_that_are() {
        let event = |id: Value| json!({"id": id, "created_at": "2026-03-02T08:15:00Z", "category": "access", "code": "door_was_opened"});
        let (_, content) = content_of(push(json!([event(json!(0)), event(json!(5)), event(json!(u64::MAX)), event(json!("x"))])));
        let Content::Events(push) = content else { panic!("{content:?}") };
        assert_eq!(push.events.iter().map(|event| event.device_event_id).collect::<Vec<_>>(), [5]);
        assert_eq!(
            push.refused.iter().map(|refused| refused.id.clone()).collect::<Vec<_>>(),
            [Some(json!(0)), Some(json!(u64::MAX)), Some(json!("x"))]
        );
    }

    #[test]
    fn a_text_that_was_cut_within_a_character_costs_no_event() {
        let event = json!({"id": 1, "created_at": "2026-03-02T08:15:00Z", "category": "access", "code": "x", "info": {"owner": "Ann#"}});
        let mut payload = push(json!([event])).into_bytes();
        let place = payload.iter().position(|byte| *byte == b'#').unwrap();
        payload[place] = 0xd0;
        let (_, content) = content_of(payload);
        let Content::Events(push) = content else { panic!("{content:?}") };
        assert_eq!(push.events[0].info["owner"], json!("Ann\u{fffd}"));
    }

    #[test]
    fn a_message_over_the_limit_is_refused_unread() {
        assert_eq!(rejected(vec![b' '; MAX_BYTES + 1]), (Uuid::nil(), 413));
    }
}
