//! A message of a device, read.
use bytes::Bytes;
use device_protocol::{Request, Serial, ServerCall};
use uuid::Uuid;

use super::Raw;
use crate::domain::event::NewEvent;

/// The largest message that is read: a push of 100 events with the longest texts is half of it.
pub const MAX_BYTES: usize = 256 * 1024;

#[derive(Clone, Debug)]
pub struct Message {
    pub serial: Serial,
    pub payload: Bytes,
    /// Of the envelope; nil when it could not be read.
    pub id: Uuid,
    pub content: Content,
}

#[derive(Clone, Debug)]
pub enum Content {
    Events(Vec<NewEvent>),
    /// A sign of life.
    Pong,
    /// Understood, but of no use over this way; answered with the status.
    Unsupported(u16),
    Rejected(Rejection),
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
            Content::Events(events) => events.len(),
            _ => 0,
        }
    }
}

/// Never fails: what makes no sense becomes a rejection.
pub fn read(raw: Raw) -> Message {
    let Raw { serial, payload } = raw;
    let (id, content) = match decode(&payload) {
        Ok(request) => (request.id, content(&request).unwrap_or_else(Content::Rejected)),
        Err(rejection) => (envelope_id(&payload), Content::Rejected(rejection)),
    };
    Message { serial, payload, id, content }
}

fn decode(payload: &[u8]) -> Result<Request, Rejection> {
    if payload.len() > MAX_BYTES {
        return Err(Rejection { status: 413, reason: format!("message of {} bytes is over the limit of {MAX_BYTES}", payload.len()) });
    }
    Request::decode(payload).map_err(|error| Rejection { status: 400, reason: error.to_string() })
}

fn content(request: &Request) -> Result<Content, Rejection> {
    let call = ServerCall::parse(request).map_err(|error| Rejection { status: error.status(), reason: error.to_string() })?;
    Ok(match call {
        ServerCall::Logs(push) => {
            let events: Result<Vec<NewEvent>, _> = push.events.into_iter().map(NewEvent::try_from).collect();
            Content::Events(events.map_err(|error| Rejection { status: 400, reason: error.to_string() })?)
        }
        ServerCall::Pong => Content::Pong,
        // Signing in is the broker's, and remote checks are not offered: the device decides by itself.
        ServerCall::Login(_) | ServerCall::Refresh | ServerCall::Validate(_) => Content::Unsupported(404),
    })
}

/// The id of an envelope that is otherwise garbage, so that the device can tell what was refused. An oversized
/// message is not searched.
fn envelope_id(payload: &[u8]) -> Uuid {
    #[derive(serde::Deserialize)]
    struct Id {
        id: Uuid,
    }
    if payload.len() > MAX_BYTES {
        return Uuid::nil();
    }
    serde_json::from_slice::<Id>(payload).map_or(Uuid::nil(), |envelope| envelope.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn content_of(payload: impl Into<Vec<u8>>) -> (Uuid, Content) {
        let message = read(Raw { serial: Serial::new("a").unwrap(), payload: Bytes::from(payload.into()) });
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
        assert!(matches!(content, Content::Events(events) if events.len() == 1 && events[0].device_event_id == 1));
        assert_eq!(id, Uuid::from_u128(7));
    }

    #[test]
    fn garbage_is_refused_and_named_where_it_can_be() {
        assert_eq!(rejected("\u{0}nonsense"), (Uuid::nil(), 400));
        assert_eq!(rejected(json!({"id": Uuid::from_u128(7), "method": "FLY"}).to_string()), (Uuid::from_u128(7), 400));
        assert_eq!(rejected(push(json!("many"))), (Uuid::from_u128(7), 400));
        assert_eq!(rejected(push(json!([{"id": 0, "created_at": "2026-03-02T08:15:00Z", "category": "a", "code": "b"}]))), (Uuid::from_u128(7), 400));
        let unknown = json!({"id": Uuid::from_u128(7), "method": "POST", "uri": "/api/v0/users"});
        assert_eq!(rejected(unknown.to_string()), (Uuid::from_u128(7), 404));
    }

    #[test]
    fn a_message_over_the_limit_is_refused_unread() {
        assert_eq!(rejected(vec![b' '; MAX_BYTES + 1]), (Uuid::nil(), 413));
    }
}
