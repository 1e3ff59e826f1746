//! An event of a device, in the form in which it is stored.
use device_protocol::{Event, EventCategory, IdentifierType};
use serde_json::Value;
use time::OffsetDateTime;

/// An event of a push, ready to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEvent {
    pub device_event_id: i64,
    /// Number of the category; 0 for an unknown one of a newer firmware, whose name is stored in `info`.
    pub category: i16,
    pub code: String,
    pub identifier_type: Option<String>,
    pub identifier_number: Option<String>,
    /// Type, by the platform's name, and normalised number, by which the identifier is looked up.
    pub lookup: Option<(String, String)>,
    pub lock_number: Option<i32>,
    pub info: Value,
    pub created_at: OffsetDateTime,
}

/// Names of the API and numbers of the table.
pub const CATEGORIES: &[(&str, i16)] = &[("access", 1), ("info", 2), ("system", 3), ("emergency", 4)];
pub const ACCESS: i16 = 1;
pub const EMERGENCY: i16 = 4;

pub fn category_word(number: i16) -> &'static str {
    CATEGORIES.iter().find(|(_, n)| *n == number).map_or("", |(word, _)| word)
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("event number {} is out of range", .0.id)]
pub struct OutOfRange(pub Box<Event>);

impl TryFrom<Event> for NewEvent {
    type Error = OutOfRange;

    fn try_from(event: Event) -> Result<Self, OutOfRange> {
        let Ok(device_event_id) = i64::try_from(event.id) else { return Err(OutOfRange(Box::new(event))) };
        let category = CATEGORIES.iter().find(|(word, _)| *word == event.category.as_str()).map_or(0, |(_, number)| *number);
        let mut info = serde_json::to_value(&event.info).expect("an event has string keys only");
        if let (EventCategory::Other(word), Value::Object(info)) = (&event.category, &mut info) {
            info.insert("category".into(), word.as_str().into());
        }
        Ok(NewEvent {
            device_event_id,
            category,
            code: storable(event.code.as_str().to_string()),
            lookup: lookup(event.info.kind.as_deref(), event.info.number.as_deref()),
            identifier_type: event.info.kind.map(storable),
            identifier_number: event.info.number.map(storable),
            lock_number: event.info.lock.map(i32::from),
            info: storable_json(info),
            created_at: event.created_at,
        })
    }
}

fn lookup(kind: Option<&str>, number: Option<&str>) -> Option<(String, String)> {
    let kind = IdentifierType::parse(kind?)?;
    let number = kind.canonical(number?)?;
    Some((super::model::identifier_word(kind).to_string(), storable(number)))
}

/// Postgres stores no NUL characters in texts.
fn storable(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}

fn storable_json(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(storable(text)),
        Value::Array(items) => Value::Array(items.into_iter().map(storable_json).collect()),
        Value::Object(map) => Value::Object(map.into_iter().map(|(key, value)| (storable(key), storable_json(value))).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(value: Value) -> NewEvent {
        NewEvent::try_from(serde_json::from_value::<Event>(value).unwrap()).unwrap()
    }

    #[test]
    fn a_number_is_looked_up_in_the_form_in_which_it_is_compared() {
        let event = event(json!({"id": 1, "created_at": "2026-03-02T08:15:00.123Z", "category": "access",
            "code": "access_granted_by_valid_identifier", "info": {"type": "card", "number": "13961168", "lock": 2}}));
        assert_eq!(event.lookup, Some(("card".into(), "00-D5-07-D0".into())));
        assert_eq!((event.category, event.lock_number), (ACCESS, Some(2)));
        assert_eq!(event.identifier_number.as_deref(), Some("13961168"));
    }

    #[test]
    fn what_a_newer_firmware_says_is_kept() {
        let event = event(json!({"id": 2, "created_at": "2026-03-02T08:15:00Z", "category": "weather", "code": "rain", "info": {"mm": 3}}));
        assert_eq!((event.category, event.code.as_str()), (0, "rain"));
        assert_eq!(event.info, json!({"category": "weather", "mm": 3}));
    }

    #[test]
    fn zero_characters_do_not_reach_the_database() {
        let event = event(json!({"id": 3, "created_at": "2026-03-02T08:15:00Z", "category": "info", "code": "a\u{0}b",
            "info": {"number": "\u{0}", "x": ["\u{0}"]}}));
        let text = format!("{}{}{}", event.code, event.identifier_number.unwrap(), event.info);
        assert!(!text.contains('\0') && !text.contains("\\u0000"));
    }

    #[test]
    fn a_number_beyond_the_tables_range_is_refused() {
        let event: Event =
            serde_json::from_value(json!({"id": u64::MAX, "created_at": "2026-03-02T08:15:00Z", "category": "info", "code": "x"})).unwrap();
        assert_eq!(NewEvent::try_from(event.clone()), Err(OutOfRange(Box::new(event))));
    }
}
