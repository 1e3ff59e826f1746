//! Devices that speak HTTP: their logins, and their events, which have no numbers.
use std::collections::HashMap;

use device_protocol::event::{EventPush, MAX_EVENTS, Received};
use device_protocol::remote::RemoteCheck;
use kit::{Error, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

/// How long a token is good.
pub const TOKEN_TTL: Duration = Duration::hours(24);
/// How long a token is good after the device has asked for a new one: its answer may have been lost.
pub const REFRESHED_TTL: Duration = Duration::minutes(1);
/// A device calls every ten seconds.
pub const SILENCE_TIMEOUT: Duration = Duration::seconds(30);

/// How often a device may call within the window.
#[derive(Clone, Copy, Debug)]
pub struct HttpCallLimits {
    /// Each of up to 100 events: what waited for a day without the platform is pushed within minutes.
    pub pushes: u32,
    /// Checks whether to open.
    pub checks: u32,
    pub window: std::time::Duration,
}

impl Default for HttpCallLimits {
    fn default() -> Self {
        HttpCallLimits { pushes: 300, checks: 120, window: std::time::Duration::from_secs(60) }
    }
}

/// How many logins may be wrong within the window.
#[derive(Clone, Copy, Debug)]
pub struct HttpLoginLimits {
    /// With one serial number from one address: a stranger who knows the number does not shut out the device, which calls from
    /// another.
    pub serial_from_address: u32,
    /// With one serial number, from anywhere.
    pub serial: u32,
    /// From one address, behind which a site may have many devices.
    pub address: u32,
    pub window: std::time::Duration,
}

impl Default for HttpLoginLimits {
    fn default() -> Self {
        HttpLoginLimits { serial_from_address: 5, serial: 20, address: 60, window: std::time::Duration::from_secs(15 * 60) }
    }
}

/// SHA-256 of a token, which is how it is stored.
pub fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// The events of a push, numbered by what they say, so that one that comes again has the same number. Equal events of one push differ
/// by their place among each other.
pub fn read_push(device_id: i64, body: &Value) -> Result<EventPush> {
    let events = body.get("events").and_then(Value::as_array).ok_or_else(|| Error::field("events", "required"))?;
    if events.len() > MAX_EVENTS {
        return Err(Error::field("events", format!("too many items: at most {MAX_EVENTS}")));
    }
    let mut seen: HashMap<[u8; 32], u64> = HashMap::new();
    let events = events.iter().map(|event| {
        let mut event = event.clone();
        normalise_time(&mut event);
        let key = digest(device_id, &event);
        let place = seen.entry(key).or_default();
        if let Value::Object(fields) = &mut event {
            fields.insert("id".into(), number(&key, *place).into());
        }
        *place += 1;
        Received::from(event)
    });
    Ok(EventPush { events: events.collect() })
}

/// To milliseconds, in UTC, so that the same moment reads the same however it is written; a number is Unix time in milliseconds.
fn normalise_time(event: &mut Value) {
    let Some(created_at) = event.get_mut("created_at") else { return };
    let at = match &*created_at {
        Value::String(text) => OffsetDateTime::parse(text, &Rfc3339).ok(),
        Value::Number(millis) => millis.as_i64().and_then(|millis| OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).ok()),
        _ => None,
    };
    let text = at.and_then(|at| {
        let at = at.to_offset(time::UtcOffset::UTC);
        at.replace_nanosecond(at.nanosecond() / 1_000_000 * 1_000_000).ok()?.format(&Rfc3339).ok()
    });
    if let Some(text) = text {
        *created_at = text.into();
    }
}

fn digest(device_id: i64, event: &Value) -> [u8; 32] {
    let part = |name: &str| event.get(name).cloned().unwrap_or_default();
    let key = json!([device_id, part("created_at"), part("category"), part("code"), sorted(&part("info"))]);
    Sha256::digest(key.to_string()).into()
}

/// The keys of objects in their order, whatever the order in which they came.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut pairs: Vec<(&String, Value)> = fields.iter().map(|(key, value)| (key, sorted(value))).collect();
            pairs.sort_by_key(|(key, _)| *key);
            json!(pairs)
        }
        Value::Array(values) => Value::Array(values.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

/// 62 bits of the key and the place, from 1.
fn number(key: &[u8; 32], place: u64) -> u64 {
    let digest = Sha256::new().chain_update(key).chain_update(place.to_be_bytes()).finalize();
    let bits = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    (bits >> 2) + 1
}

/// What a device shows the platform to be checked.
pub fn read_check(body: &Value) -> Result<RemoteCheck> {
    let check = RemoteCheck::deserialize(body).map_err(|_| Error::field("identifier_type", "must be one of: card, input_code, qr"))?;
    let length = check.identifier_number.chars().count();
    if !(1..=100).contains(&length) {
        return Err(Error::field("identifier_number", "length must be within 1 - 100"));
    }
    Ok(check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ids(push: EventPush) -> Vec<u64> {
        push.readable().map(|event| event.id).collect()
    }

    fn event(number: &str, millis: u16) -> Value {
        json!({"created_at": format!("2026-03-02T08:15:00.{millis:03}Z"), "category": "access", "code": "access_denied_by_unknown_card",
            "info": {"number": number, "type": "card"}})
    }

    proptest! {
        /// Whatever is pushed, again or in part: each event keeps its number, and no two events of a push share one.
        #[test]
        fn an_event_that_is_sent_again_has_the_same_number(numbers in proptest::collection::vec(("[0-3]", 0_u16..3), 0..40)) {
            let events: Vec<Value> = numbers.iter().map(|(number, millis)| event(number, *millis)).collect();
            let first = ids(read_push(7, &json!({"events": events})).unwrap());
            prop_assert_eq!(first.len(), events.len());
            prop_assert_eq!(&ids(read_push(7, &json!({"events": events})).unwrap()), &first);
            let mut distinct = first.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), first.len());
            prop_assert!(first.iter().all(|id| i64::try_from(*id).is_ok_and(|id| id > 0)));
            // A prefix of the same history.
            let half = events.len() / 2;
            prop_assert_eq!(&ids(read_push(7, &json!({"events": events[..half]})).unwrap()), &first[..half]);
        }
    }

    #[test]
    fn the_same_event_in_another_spelling_has_the_same_number_and_another_device_has_its_own() {
        let id = |device, event: Value| ids(read_push(device, &json!({"events": [event]})).unwrap())[0];
        let spelled = json!({"code": "access_denied_by_unknown_card", "info": {"type": "card", "number": "1"}, "category": "access",
            "created_at": "2026-03-02T09:15:00.005+01:00"});
        assert_eq!(id(7, event("1", 5)), id(7, spelled));
        let millis = time::macros::datetime!(2026-03-02 08:15:00.005 UTC).unix_timestamp_nanos() / 1_000_000;
        let mut numeric = event("1", 5);
        numeric["created_at"] = json!(millis as i64);
        assert_eq!(id(7, event("1", 5)), id(7, numeric));
        assert_ne!(id(7, event("1", 5)), id(8, event("1", 5)));
        assert_ne!(id(7, event("1", 5)), id(7, event("1", 6)));
    }

    #[test]
    fn a_push_has_a_list_of_a_hundred_events_at_most_and_a_bad_one_costs_no_other() {
        assert!(read_push(7, &json!({})).is_err() && read_push(7, &json!({"events": "many"})).is_err());
        let many = vec![event("1", 1); MAX_EVENTS + 1];
        assert!(read_push(7, &json!({"events": many})).is_err());
        let push = read_push(7, &json!({"events": ["odd", event("1", 1), {"created_at": "noon", "category": "access", "code": "x"}]})).unwrap();
        assert_eq!((push.events.len(), push.readable().count()), (3, 1));
    }

    #[test]
    fn a_check_names_a_number_and_a_type() {
        assert!(read_check(&json!({"identifier_number": "1", "identifier_type": "input_code", "newer": true})).is_ok());
        for wrong in
            [json!({}), json!({"identifier_number": "", "identifier_type": "qr"}), json!({"identifier_number": "1", "identifier_type": "palm"})]
        {
            assert!(read_check(&wrong).is_err(), "{wrong}");
        }
    }
}
