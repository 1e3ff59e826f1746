//! The catalogue of events: what the websocket pushes to consoles and what webhooks send to servers of others. Pushes and webhooks
//! are encoded by the same functions (`encode`), so that a type has the same fields in both. `docs/events.md` is written from here.
pub mod encode;
mod events;
mod page;
mod personal;

use policy::Resource;
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

pub use events::EVENTS;
pub use page::page;
pub use personal::{PERSONAL, PersonalEvent};

/// An event that webhooks may choose.
#[derive(Debug)]
pub struct EventType {
    /// By which a webhook chooses it: the type, with a part after a slash where a webhook may choose some of a type only.
    pub name: &'static str,
    /// Of the push and of the webhook's message.
    pub kind: &'static str,
    /// Of the websocket; empty for an event that webhooks alone get.
    pub topic: &'static str,
    /// Who may view it in a group gets it.
    pub resource: Resource,
    pub description: &'static str,
    pub fields: &'static [EventField],
    /// Its data, without the type.
    pub example: fn() -> Value,
}

/// A field of an event's data. A dot stands before a key of an object.
#[derive(Debug)]
pub struct EventField {
    pub name: &'static str,
    /// As in JSON: string, integer, boolean, object or array.
    pub kind: &'static str,
    pub description: &'static str,
}

/// An event of the catalogue by its name.
pub fn find(name: &str) -> Option<&'static EventType> {
    EVENTS.iter().find(|event| event.name == name)
}

/// A webhook's message: `{type, timestamp, data}`. `data` has the fields of the push, without its type.
pub fn message(kind: &str, at: OffsetDateTime, data: &Value) -> Value {
    let mut data = data.clone();
    if let Some(fields) = data.as_object_mut() {
        fields.remove("type");
    }
    serde_json::json!({ "type": kind, "timestamp": rfc3339(at), "data": data })
}

fn rfc3339(at: OffsetDateTime) -> String {
    at.to_offset(time::UtcOffset::UTC).format(&Rfc3339).unwrap_or_default()
}
