//! Lenient decoding of the events of devices: a device repeats an event until it is accepted, so that one bad
//! event would keep back all that come after it.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{CUT, Event, EventInfo, MAX_TEXT};

/// One of a push. Written as the event that it is, or was to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Received {
    Event(Event),
    Unreadable(Unreadable),
}

/// What cannot be taken: without a number of its own from 1, a time, a category or a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Unreadable {
    /// As it came.
    pub raw: Value,
    #[serde(skip)]
    pub reason: String,
}

impl Unreadable {
    /// The number of the event, if it has one. 0 is not a valid number of an event, but it identifies the event in the answer.
    pub fn id(&self) -> Option<u64> {
        self.raw.get("id")?.as_u64()
    }

    /// The value in place of the number, if that is not a number.
    pub fn odd_id(&self) -> Option<&Value> {
        let id = self.raw.get("id")?;
        (id.as_u64().is_none() && !id.is_array() && !id.is_object()).then_some(id)
    }
}

/// Never fails for what stands in the list.
pub(super) fn events<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Received>, D::Error> {
    Ok(Vec::<Value>::deserialize(deserializer)?.into_iter().map(Received::from).collect())
}

impl From<Value> for Received {
    fn from(raw: Value) -> Self {
        match read(&raw) {
            Ok(event) => Received::Event(event),
            Err(reason) => Received::Unreadable(Unreadable { raw, reason }),
        }
    }
}

fn read(raw: &Value) -> Result<Event, String> {
    let Value::Object(fields) = raw else { return Err("an event is an object".into()) };
    let id = fields.get("id").and_then(Value::as_u64).filter(|id| *id > 0).ok_or("id: must be a whole number from 1")?;
    let created_at = fields.get("created_at").and_then(Value::as_str).unwrap_or_default();
    let created_at = OffsetDateTime::parse(created_at, &Rfc3339).map_err(|error| format!("created_at: {error}"))?;
    let word = |field: &str| fields.get(field).and_then(Value::as_str).ok_or_else(|| format!("{field}: must be a text"));
    let mut cut = Vec::new();
    let category = clipped(word("category")?, "category", &mut cut);
    let code = clipped(word("code")?, "code", &mut cut);
    let mut info = info(fields.get("info"), &mut cut);
    if !cut.is_empty() {
        info.other.insert(CUT.into(), Value::from(cut));
    }
    Ok(Event { id, created_at, category: category.into(), code: code.into(), info })
}

/// A value of an unexpected type stays in `other`, under its own name.
fn info(value: Option<&Value>, cut: &mut Vec<&'static str>) -> EventInfo {
    let mut other: Map<String, Value> = match value {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(fields)) => fields.clone(),
        Some(odd) => Map::from_iter([("info".into(), odd.clone())]),
    };
    let number = text(&mut other, "number", cut);
    let kind = text(&mut other, "type", cut);
    let owner = text(&mut other, "owner", cut);
    let lock = other.get("lock").and_then(Value::as_u64).and_then(|lock| u8::try_from(lock).ok());
    if lock.is_some() || other.get("lock").is_some_and(Value::is_null) {
        other.remove("lock");
    }
    EventInfo { number, kind, owner, lock, other }
}

/// Takes a text out, or a number that stands for one.
fn text(fields: &mut Map<String, Value>, name: &'static str, cut: &mut Vec<&'static str>) -> Option<String> {
    let text = match fields.get(name)? {
        Value::Null => None,
        Value::String(text) => Some(clipped(text, name, cut)),
        Value::Number(number) => Some(clipped(&number.to_string(), name, cut)),
        _ => return None,
    };
    fields.remove(name);
    text
}

fn clipped(text: &str, name: &'static str, cut: &mut Vec<&'static str>) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        None => text.to_owned(),
        Some((end, _)) => {
            cut.push(name);
            text[..end].to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn with(changes: Value) -> Value {
        let mut event = json!({"id": 7, "created_at": "2026-03-02T08:15:00Z", "category": "access", "code": "door_was_opened", "info": {}});
        event.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        event
    }

    fn taken(value: Value) -> Event {
        match Received::from(value) {
            Received::Event(event) => event,
            Received::Unreadable(refused) => panic!("{refused:?}"),
        }
    }

    fn refused(value: Value) -> Unreadable {
        match Received::from(value) {
            Received::Unreadable(refused) => refused,
            Received::Event(event) => panic!("{event:?}"),
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_cut_and_the_cut_is_named() {
        let event = taken(with(json!({"code": "ж".repeat(300), "info": {"owner": "a".repeat(256), "number": "1"}})));
        assert_eq!((event.code.as_str().chars().count(), event.info.owner.as_ref().map(String::len)), (255, Some(255)));
        assert_eq!((event.info.number.as_deref(), &event.info.other["cut"]), (Some("1"), &json!(["code", "owner"])));
    }

    #[test]
    fn a_detail_of_another_type_costs_no_event() {
        let event = taken(with(json!({"info": {"number": 13_961_168, "lock": 300, "owner": ["Ann"], "type": null}})));
        assert_eq!((event.info.number.as_deref(), event.info.lock, event.info.kind), (Some("13961168"), None, None));
        assert_eq!(Value::Object(event.info.other), json!({"lock": 300, "owner": ["Ann"]}));
        assert_eq!(taken(with(json!({"info": "none"}))).info.other["info"], json!("none"));
        assert_eq!(taken(with(json!({"info": null}))).info, EventInfo::default());
    }

    #[test]
    fn what_cannot_be_taken_is_kept_as_it_came_and_named_by_its_id() {
        for (changes, id, odd) in [
            (json!({"id": 0}), Some(0), None),
            (json!({"id": "seven"}), None, Some(json!("seven"))),
            (json!({"id": -1}), None, Some(json!(-1))),
            (json!({"created_at": "yesterday"}), Some(7), None),
            (json!({"code": 5}), Some(7), None),
        ] {
            let refused = refused(with(changes.clone()));
            assert_eq!((refused.id(), refused.odd_id().cloned()), (id, odd), "{changes}");
            assert_eq!(refused.raw, with(changes));
        }
        assert_eq!(refused(json!("nonsense")).odd_id(), None);
    }

    #[test]
    fn one_bad_event_costs_the_others_of_its_push_nothing() {
        let push: super::super::EventPush = serde_json::from_value(json!({"events": [with(json!({"id": 0})), with(json!({}))]})).unwrap();
        assert_eq!(push.readable().map(|event| event.id).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn a_good_event_reads_back_as_it_was_written() {
        let event = with(json!({"info": {"number": "1", "type": "card", "owner": "Ann", "lock": 1, "score": 0.5}}));
        assert_eq!(serde_json::to_value(taken(event.clone())).unwrap(), event);
    }
}
