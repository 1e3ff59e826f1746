//! The transcoder against prost-reflect's own JSON, and against bytes that mean nothing.

use crate::common::{descriptor, echo, operation, registry, reply_bytes, request};
use crate::strategy::{self, Range, Sample};
use http::Method;
use proptest::collection::vec;
use proptest::prelude::*;
use prost_reflect::prost::Message;
use prost_reflect::{DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage, SerializeOptions};
use serde_json::{Map, Value, json};

fn everything(range: Range) -> BoxedStrategy<Sample> {
    strategy::sample(&descriptor("sample.v1.Everything"), range)
}

/// prost-reflect's JSON, with the options that come closest to ours.
fn reference(message: &DynamicMessage) -> Value {
    let options = SerializeOptions::new().stringify_64_bit_integers(false).use_proto_field_name(true).skip_default_fields(false);
    let mut text = Vec::new();
    message.serialize_with_options(&mut serde_json::Serializer::new(&mut text), &options).expect("a message has JSON");
    serde_json::from_slice(&text).expect("it is JSON")
}

/// Turns the JSON of prost-reflect into ours, by the differences that the crate documents.
fn ours(descriptor: &MessageDescriptor, reference: Value) -> Value {
    match (descriptor.full_name(), reference) {
        ("google.protobuf.Timestamp", Value::String(text)) => json!(with_milliseconds(&text)),
        ("google.protobuf.Duration", Value::String(text)) => json!(text.trim_end_matches('s').parse::<f64>().unwrap()),
        ("google.protobuf.FieldMask", Value::String(text)) => json!(snake_case(&text)),
        (name, reference) if name.starts_with("google.protobuf.") => finite(reference),
        (_, Value::Object(mut object)) => {
            let fields = descriptor.fields().map(|field| {
                // It leaves out what is unset.
                let value = object.remove(field.name()).map_or(Value::Null, |value| our_field(&field, value));
                (field.name().to_owned(), value)
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        (name, other) => panic!("{name} reads {other}"),
    }
}

fn our_field(field: &FieldDescriptor, reference: Value) -> Value {
    match (field.kind(), reference) {
        (Kind::Message(entry), Value::Object(entries)) if field.is_map() => {
            let kind = entry.map_entry_value_field().kind();
            Value::Object(entries.into_iter().map(|(key, value)| (key, our_value(&kind, value))).collect())
        }
        (kind, Value::Array(items)) if field.is_list() => Value::Array(items.into_iter().map(|item| our_value(&kind, item)).collect()),
        (kind, value) => our_value(&kind, value),
    }
}

fn our_value(kind: &Kind, reference: Value) -> Value {
    match kind {
        Kind::Enum(words) => word(words, reference.as_str().expect("an enum is a name")),
        Kind::Message(message) => ours(message, reference),
        Kind::Float | Kind::Double => finite(reference),
        _ => reference,
    }
}

/// It has words for numbers that are not finite.
fn finite(value: Value) -> Value {
    match value.as_str() {
        Some("NaN" | "Infinity" | "-Infinity") => Value::Null,
        _ => value,
    }
}

fn word(words: &EnumDescriptor, name: &str) -> Value {
    let prefix = match words.name() {
        "CardKind" => "CARD_KIND_",
        "Level" => "LEVEL_",
        other => panic!("no prefix is known for {other}"),
    };
    match name.strip_prefix(prefix).expect("the name has its prefix") {
        "UNSPECIFIED" => Value::Null,
        word => json!(word.to_lowercase()),
    }
}

/// It writes as many digits as are needed.
fn with_milliseconds(text: &str) -> String {
    let text = text.trim_end_matches('Z');
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{seconds}.{:0<3.3}Z", fraction)
}

/// It writes the paths of a mask in camel case.
fn snake_case(text: &str) -> String {
    let character = |character: char| if character.is_uppercase() { format!("_{}", character.to_lowercase()) } else { character.to_string() };
    text.chars().map(character).collect()
}

/// Makes 1 and 1.0 the same.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap();
            if float.fract() == 0.0 && float.abs() < 1e15 { json!(float as i64) } else { json!(float) }
        }
        Value::Array(items) => Value::Array(items.into_iter().map(plain).collect()),
        Value::Object(object) => Value::Object(object.into_iter().map(|(key, value)| (key, plain(value))).collect()),
        other => other,
    }
}

proptest! {
    // In milliseconds; messages of this size could shrink for an hour.
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_time: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn a_reply_is_what_prost_reflect_writes(Sample(message) in everything(Range::Everything)) {
        let expected = ours(&message.descriptor(), reference(&message));
        let reply = reply_bytes(&message.encode_to_vec()).expect("the reply is well formed");
        prop_assert_eq!(plain(reply), plain(expected));
    }

    #[test]
    fn a_request_of_a_reply_is_the_message(Sample(message) in everything(Range::Sayable)) {
        let wire = message.encode_to_vec();
        let mut reply = Vec::new();
        echo().response(&wire, &mut reply).expect("the reply is well formed");
        let reply = String::from_utf8(reply).expect("a reply is text");
        let request = request(echo(), &[], None, &reply);
        // Once over the wire, since fields that are set to zero are not sent.
        let sent = DynamicMessage::decode(message.descriptor(), wire.as_slice()).expect("it was encoded");
        prop_assert!(request == Ok(sent), "{}", reply);
    }

    #[test]
    fn random_bytes_never_panic_and_give_json_or_nothing(wire in vec(any::<u8>(), 0..200)) {
        for operation in registry().operations() {
            let mut out = Vec::new();
            match operation.response(&wire, &mut out) {
                Ok(()) => prop_assert!(serde_json::from_slice::<Value>(&out).is_ok()),
                Err(_) => prop_assert!(out.is_empty()),
            }
        }
    }

    #[test]
    fn damaged_messages_never_panic_and_give_json_or_nothing(
        Sample(message) in everything(Range::Everything),
        cut in any::<proptest::sample::Index>(),
        damage in vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut wire = message.encode_to_vec();
        wire.truncate(cut.index(wire.len() + 1));
        for (at, byte) in damage.iter().filter(|_| !wire.is_empty()).collect::<Vec<_>>() {
            let at = at.index(wire.len());
            wire[at] = *byte;
        }
        let mut out = Vec::new();
        match echo().response(&wire, &mut out) {
            Ok(()) => prop_assert!(serde_json::from_slice::<Value>(&out).is_ok()),
            Err(_) => prop_assert!(out.is_empty()),
        }
    }

    #[test]
    fn random_bodies_and_parameters_never_panic(body in vec(any::<u8>(), 0..100), text in "\\PC{0,20}", query in "\\PC{0,40}") {
        for operation in registry().operations() {
            let _ = operation.request([("id", text.as_str()), (&text, &text)].into_iter(), Some(&query), &body);
        }
    }

    #[test]
    fn a_changed_value_is_refused_or_decodes(
        Sample(message) in everything(Range::Sayable),
        at in any::<proptest::sample::Index>(),
        value in strategy::free_json(),
    ) {
        let mut body = reply_bytes(&message.encode_to_vec()).expect("the reply is well formed");
        let places = places(&body, String::new());
        let place = at.get(&places);
        *body.pointer_mut(place).expect("the place exists") = value;
        // Decodes the request when it is accepted.
        let _ = request(echo(), &[], None, &body.to_string());
    }

    #[test]
    fn a_mask_names_only_fields_of_the_message(Sample(thing) in strategy::sample(&descriptor("sample.v1.Thing"), Range::Sayable)) {
        let mut body = Vec::new();
        operation(Method::GET, "/api/v0/things/{id}").response(&thing.encode_to_vec(), &mut body).expect("the reply is well formed");
        let body = String::from_utf8(body).expect("a reply is text");
        let request = request(operation(Method::PATCH, "/api/v0/things/{id}"), &[("id", "1")], None, &body).expect("a reply is a body");
        let mask = request.get_field_by_name("update_mask").unwrap();
        let paths = mask.as_message().unwrap().get_field_by_name("paths").unwrap();
        for path in paths.as_list().unwrap() {
            prop_assert!(exists(&thing.descriptor(), path.as_str().unwrap()), "{path:?}");
        }
    }
}

/// The JSON pointers of all values inside a value, and of itself.
fn places(value: &Value, prefix: String) -> Vec<String> {
    let inner = |(key, value): (String, &Value)| places(value, format!("{prefix}/{}", key.replace('~', "~0").replace('/', "~1")));
    let mut found: Vec<String> = match value {
        Value::Object(object) => object.iter().map(|(key, value)| (key.clone(), value)).flat_map(inner).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (at.to_string(), value)).flat_map(inner).collect(),
        _ => Vec::new(),
    };
    found.push(prefix);
    found
}

/// Whether a dotted path leads to a field.
fn exists(descriptor: &MessageDescriptor, path: &str) -> bool {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let Some(field) = descriptor.get_field_by_name(first) else { return false };
    rest.is_none_or(|rest| field.kind().as_message().is_some_and(|inner| exists(inner, rest)))
}
