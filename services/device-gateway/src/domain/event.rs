//! An event of a device, in the form in which it is stored.
use device_protocol::{Event, EventCategory, IdentifierType};
use serde_json::Value;
use time::{Duration, OffsetDateTime};

use super::secret_number::{is_secret, mask, mask_in};

/// An event of a push, ready to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEvent {
    pub device_event_id: i64,
    /// Number of the category; 0 for an unknown one of a newer firmware, whose name is stored in `info`.
    pub category: i16,
    pub code: String,
    pub identifier_type: Option<String>,
    /// Masked where it opens doors for whoever knows it.
    pub identifier_number: Option<String>,
    /// Type, by the platform's name, and normalised number, by which the identifier is looked up. Not stored.
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

/// By which the clock of a device may be ahead. An event of a later time would stand above all others until that time.
const MAX_AHEAD: Duration = Duration::minutes(5);

/// When an event counts as having happened, and the time by the device's clock where that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTime {
    pub created_at: OffsetDateTime,
    pub device_created_at: Option<OffsetDateTime>,
}

/// Of events that arrive now, each as its device's id and time. Those that are far ahead happened now: a microsecond apart, in the
/// order of the device's clock, so that an alarm stays before its end.
pub fn event_times(events: &[(i64, OffsetDateTime)], now: OffsetDateTime) -> Vec<EventTime> {
    let is_ahead = |at: OffsetDateTime| at - now > MAX_AHEAD;
    let mut ahead: Vec<usize> = (0..events.len()).filter(|place| is_ahead(events[*place].1)).collect();
    ahead.sort_by_key(|place| events[*place]);
    let mut times: Vec<EventTime> = events.iter().map(|(_, at)| EventTime { created_at: *at, device_created_at: None }).collect();
    let mut before: Option<(i64, i64)> = None;
    for place in ahead {
        let (device, at) = events[place];
        let step = before.filter(|(other, _)| *other == device).map_or(0, |(_, step)| step + 1);
        times[place] = EventTime { created_at: now + Duration::microseconds(step), device_created_at: Some(at) };
        before = Some((device, step));
    }
    times
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
        let code = storable(event.code.as_str().to_string());
        let lookup = lookup(event.info.kind.as_deref(), event.info.number.as_deref());
        let secret = event.info.number.clone().filter(|_| is_secret(event.info.kind.as_deref(), &code));
        if let Some(number) = &secret {
            info = mask_in(info, number);
        }
        Ok(NewEvent {
            device_event_id,
            category,
            code,
            lookup,
            identifier_type: event.info.kind.map(storable),
            identifier_number: secret.map(|number| mask(&number)).or(event.info.number.map(storable)),
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
    fn a_code_is_looked_up_and_stored_masked() {
        let event = event(json!({"id": 1, "created_at": "2026-03-02T08:15:00.123Z", "category": "access",
            "code": "access_granted_by_valid_identifier", "info": {"type": "inputCode", "number": "471100", "entered": "471100"}}));
        assert_eq!(event.lookup, Some(("access_code".into(), "471100".into())));
        assert_eq!(event.identifier_number.as_deref(), Some("••••••"));
        assert!(!event.info.to_string().contains("471100"), "{}", event.info);
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
    fn an_event_that_is_far_ahead_counts_as_of_its_arrival_in_the_order_of_its_device() {
        use time::macros::datetime;
        let now = datetime!(2026-11-27 05:00 UTC);
        let (end, sooner, early) = (datetime!(9999-12-31 23:59:59 UTC), datetime!(2030-01-01 00:00 UTC), datetime!(1970-01-01 00:00 UTC));
        let events = [(7, end), (7, now + MAX_AHEAD), (8, end), (7, sooner), (7, early)];
        let kept = |at| EventTime { created_at: at, device_created_at: None };
        let arrived = |micros, at| EventTime { created_at: now + Duration::microseconds(micros), device_created_at: Some(at) };
        let expected = [arrived(1, end), kept(now + MAX_AHEAD), arrived(0, end), arrived(0, sooner), kept(early)];
        assert_eq!(event_times(&events, now), expected);
    }

    #[test]
    fn a_number_beyond_the_tables_range_is_refused() {
        let event: Event =
            serde_json::from_value(json!({"id": u64::MAX, "created_at": "2026-03-02T08:15:00Z", "category": "info", "code": "x"})).unwrap();
        assert_eq!(NewEvent::try_from(event.clone()), Err(OutOfRange(Box::new(event))));
    }
}
