//! Events: what a device reports, how many at once, and the answer that lets it forget them.
//!
//! *Ours*: `id`. A device numbers its events from 1, rising, for as long as it lives; a restart
//! does not begin again. (serial, id) names an event for ever, so that a repeated push stores
//! nothing twice. The device keeps an event until the server answers that its database holds it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;

use crate::bounds::{self, BoundsError};
use crate::digest;
use crate::event_code::{EventCategory, EventCode};

/// Events of one push.
pub const MAX_EVENTS: usize = 100;
/// Longest text of an event, in characters. *Ours*: wide enough for any vendor text.
pub const MAX_TEXT: usize = 255;

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
    /// A word of [`crate::IdentifierType`], or a newer one.
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
        digest::hex(digest::of(self))
    }

    pub fn check(&self) -> Result<(), BoundsError> {
        if self.id == 0 {
            return Err(BoundsError::new("id", "must be at least 1"));
        }
        let text = |field: &str, value: Option<&str>| bounds::text(field, value.unwrap_or(""), 0, MAX_TEXT);
        text("category", Some(self.category.as_str()))?;
        text("code", Some(self.code.as_str()))?;
        text("info.number", self.info.number.as_deref())?;
        text("info.type", self.info.kind.as_deref())?;
        text("info.owner", self.info.owner.as_deref())
    }
}

/// The body of `PUT /api/v0/devices/logs`: 1 to 100 events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPush {
    pub events: Vec<Event>,
}

impl EventPush {
    /// Bounds of the push and of each event in it.
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::count("events", self.events.len(), MAX_EVENTS)?;
        for (index, event) in self.events.iter().enumerate() {
            event.check().map_err(|error| error.inside(&format!("events.{index}")))?;
        }
        Ok(())
    }
}

/// The body of the answer: the ids that the server's database now holds, those that it held
/// before included. Sent after the commit and not earlier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredEvents {
    pub stored: Vec<u64>,
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
        assert_eq!(push.events[0].code, EventCode::AccessGrantedByValidIdentifier);
        assert_eq!(push.events[0].info.lock, Some(1));
        assert_eq!(serde_json::to_value(&push).unwrap(), json!({"events": [golden()]}));
    }

    #[test]
    fn the_answer_names_what_is_stored() {
        let answer = StoredEvents { stored: vec![41, 42] };
        assert_eq!(serde_json::to_value(&answer).unwrap(), json!({"stored": [41, 42]}));
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

    #[test]
    fn a_push_has_at_most_100_events_from_number_1() {
        let event: Event = serde_json::from_value(golden()).unwrap();
        assert!(EventPush { events: vec![event.clone(); 100] }.check().is_ok());
        assert_eq!(EventPush { events: vec![event.clone(); 101] }.check().unwrap_err().field, "events");
        let zero = EventPush { events: vec![Event { id: 0, ..event }] };
        assert_eq!(zero.check().unwrap_err().field, "events.0.id");
    }
}
