//! Events: what a device reports, how many at once, and the answer that lets it forget them.
//!
//! *Ours*: `id`. A device numbers its events from 1, rising, for as long as it lives; a restart
//! does not begin again. (serial, id) names an event for ever, so that a repeated push stores
//! nothing twice. The device keeps an event until the server answers that its database holds it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;

use crate::digest;
use crate::event_code::{EventCategory, EventCode};
pub use received::{Received, Unreadable};

mod received;

/// Events that a device sends at once.
pub const MAX_EVENTS: usize = 100;
/// Longest text of an event, in characters. *Ours*: wide enough for any vendor text.
pub const MAX_TEXT: usize = 255;
/// *Ours*: the key in `info` of a received event under which the fields are named whose texts were cut.
pub const CUT: &str = "cut";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The device's own number of the event, from 1.
    pub id: u64,
    /// By the device's clock, which may be wrong. RFC 3339, milliseconds, UTC.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    pub category: EventCategory,
    pub code: EventCode,
    #[serde(default)]
    pub info: EventInfo,
}

/// Who and what was involved. All fields may be absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventInfo {
    /// The identifier's number, or the number that was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// A name of [`crate::IdentifierType`], or of a newer type.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The owner's name as the device holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The lock, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<u8>,
    /// What a newer firmware adds: kept.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Event {
    /// The fingerprint by which a stored event is compared with the one that was sent: 16
    /// hexadecimal digits over the event's JSON.
    pub fn fingerprint(&self) -> String {
        digest::hex(digest::compute(self))
    }
}

/// The body of `PUT /api/v0/devices/logs`: events, about 100. Read one by one: what is wrong with one of them costs
/// the others nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPush {
    #[serde(deserialize_with = "received::events")]
    pub events: Vec<Received>,
}

impl EventPush {
    pub fn new(events: impl IntoIterator<Item = Event>) -> Self {
        Self { events: events.into_iter().map(Received::Event).collect() }
    }

    /// Those that can be taken.
    pub fn readable(self) -> impl Iterator<Item = Event> {
        self.events.into_iter().filter_map(|received| match received {
            Received::Event(event) => Some(event),
            Received::Unreadable(_) => None,
        })
    }
}

/// The body of the answer: the ids that the server's database now holds, those that it held before included, and those
/// of events that made no sense, which it keeps as they came. Sent after the commit and not earlier. The device lets
/// go of all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredEvents {
    pub stored: Vec<u64>,
    /// Ids that are no whole numbers, as they came: their events made no sense either and are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Value>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn golden() -> Value {
        json!({
            "id": 41, "created_at": "2026-03-02T08:15:00.123Z",
            "category": "access", "code": "access_granted_by_valid_identifier",
            "info": {"number": "0013961168", "type": "card", "owner": "Ann", "lock": 1}
        })
    }

    #[test]
    fn a_push_has_the_agreed_shape() {
        let push: EventPush = serde_json::from_value(json!({"events": [golden()]})).unwrap();
        assert_eq!(serde_json::to_value(&push).unwrap(), json!({"events": [golden()]}));
        let events: Vec<Event> = push.readable().collect();
        assert_eq!((events[0].code.clone(), events[0].info.lock), (EventCode::AccessGrantedByValidIdentifier, Some(1)));
    }

    #[test]
    fn the_answer_names_what_is_stored() {
        let answer = StoredEvents { stored: vec![41, 42], refused: Vec::new() };
        assert_eq!(serde_json::to_value(&answer).unwrap(), json!({"stored": [41, 42]}));
        let answer = StoredEvents { stored: vec![41], refused: vec![json!("seven")] };
        assert_eq!(serde_json::to_value(&answer).unwrap(), json!({"stored": [41], "refused": ["seven"]}));
    }

    #[test]
    fn what_a_newer_firmware_adds_survives() {
        let mut event = golden();
        event["code"] = json!("face_spoof_detected");
        event["info"]["score"] = json!(0.87);
        let read: Event = serde_json::from_value(event.clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), event);
    }

    #[test]
    fn the_fingerprint_changes_with_the_body() {
        let event: Event = serde_json::from_value(golden()).unwrap();
        let other = Event { id: 42, ..event.clone() };
        assert_eq!(event.fingerprint(), event.clone().fingerprint());
        assert_ne!(event.fingerprint(), other.fingerprint());
    }
}
