//! Random messages of any descriptor.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, ReflectMessage, Value};
use serde::Serialize;
use serde_json::json;
use std::fmt;

/// Which messages to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// All that protobuf can hold.
    Everything,
    /// Those that JSON can say exactly: times in milliseconds, finite numbers, no enum that is
    /// unspecified where null is not the same as unset.
    Sayable,
}

/// A random message. It shows itself as JSON: prost-reflect's own text of some nested messages
/// has no end.
#[derive(Clone)]
pub struct Sample(pub DynamicMessage);

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.0.serialize(&mut serde_json::Serializer::new(&mut text)).map_err(|_| fmt::Error)?;
        write!(f, "{} {}", self.0.descriptor().name(), String::from_utf8_lossy(&text))
    }
}

/// Messages to test with.
pub fn sample(descriptor: &MessageDescriptor, range: Range) -> BoxedStrategy<Sample> {
    message(descriptor, range, 1).prop_map(Sample).boxed()
}

/// A message that nests its own type at most `depth` times.
fn message(descriptor: &MessageDescriptor, range: Range, depth: usize) -> BoxedStrategy<DynamicMessage> {
    if let Some(well_known) = well_known(descriptor, range) {
        return well_known;
    }
    let descriptor = descriptor.clone();
    let is_leaf = |field: &FieldDescriptor| depth > 0 || field.kind().as_message().is_none_or(|inner| *inner != descriptor);
    let fields: Vec<FieldDescriptor> = descriptor.fields().filter(is_leaf).collect();
    let values: Vec<_> = fields.iter().map(|field| option::of(value_of(field, range, depth))).collect();
    let make = move |values: Vec<Option<Value>>| {
        let mut message = DynamicMessage::new(descriptor.clone());
        for (field, value) in fields.iter().zip(values) {
            // Of a oneof the last member stays.
            if let Some(value) = value {
                message.set_field(field, value);
            }
        }
        message
    };
    values.prop_map(make).boxed()
}

fn value_of(field: &FieldDescriptor, range: Range, depth: usize) -> BoxedStrategy<Value> {
    let depth = if field.kind().as_message() == Some(field.parent_message()) { depth - 1 } else { depth };
    if let Some(entry) = field.kind().as_message().filter(|_| field.is_map()) {
        let keys = single(&entry.map_entry_key_field().kind(), Nullable::No, range, depth);
        let keys = keys.prop_map(|key| key.into_map_key().expect("a scalar of a key"));
        let values = single(&entry.map_entry_value_field().kind(), Nullable::No, range, depth);
        let entries = vec((keys, values), 0..3);
        return entries.prop_map(|entries| Value::Map(entries.into_iter().collect::<std::collections::HashMap<MapKey, _>>())).boxed();
    }
    if field.is_list() {
        return vec(single(&field.kind(), Nullable::No, range, depth), 0..4).prop_map(Value::List).boxed();
    }
    let nullable = if field.supports_presence() { Nullable::Unset } else { Nullable::Zero };
    single(&field.kind(), nullable, range, depth)
}

/// What null would mean for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nullable {
    No,
    Unset,
    Zero,
}

fn single(kind: &Kind, nullable: Nullable, range: Range, depth: usize) -> BoxedStrategy<Value> {
    match kind {
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => any::<i32>().prop_map(Value::I32).boxed(),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => any::<i64>().prop_map(Value::I64).boxed(),
        Kind::Uint32 | Kind::Fixed32 => any::<u32>().prop_map(Value::U32).boxed(),
        Kind::Uint64 | Kind::Fixed64 => any::<u64>().prop_map(Value::U64).boxed(),
        Kind::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::Float => float(range).prop_map(|value| Value::F32(value as f32)).boxed(),
        Kind::Double => float(range).prop_map(Value::F64).boxed(),
        Kind::String => match range {
            // A request must not contain U+0000; a reply may.
            Range::Sayable => "\\PC{0,8}|[\"\\\\\n\u{1}\u{7f}é\u{10348}]{0,4}".prop_map(Value::String).boxed(),
            Range::Everything => "\\PC{0,8}|[\"\\\\\n\u{0}\u{7f}é\u{10348}]{0,4}".prop_map(Value::String).boxed(),
        },
        Kind::Bytes => vec(any::<u8>(), 0..8).prop_map(|bytes| Value::Bytes(bytes.into())).boxed(),
        Kind::Enum(words) => {
            let numbers: Vec<i32> = words.values().map(|value| value.number()).collect();
            let has_null = words.values().any(|value| value.name().ends_with("_UNSPECIFIED"));
            let zero_is_sayable = !has_null || nullable == Nullable::Zero;
            let numbers = numbers.into_iter().filter(|number| *number != 0 || range == Range::Everything || zero_is_sayable);
            proptest::sample::select(numbers.collect::<Vec<_>>()).prop_map(Value::EnumNumber).boxed()
        }
        // Null says "unset" for a field, but is a value like any other inside a list.
        Kind::Message(inner) if inner.full_name() == "google.protobuf.Value" && nullable == Nullable::Unset => {
            let values = free_json().prop_filter("null is unset", |value| !value.is_null());
            deserialized(inner, values).prop_map(Value::Message).boxed()
        }
        Kind::Message(inner) => message(inner, range, depth).prop_map(Value::Message).boxed(),
    }
}

/// Sums of halves and so on, which every JSON parser reads exactly; and the odd ones.
fn float(range: Range) -> BoxedStrategy<f64> {
    let plain = any::<i32>().prop_map(|value| f64::from(value >> 8) / 64.0);
    match range {
        Range::Sayable => plain.boxed(),
        Range::Everything => prop_oneof![4 => plain, 1 => proptest::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0])].boxed(),
    }
}

/// Messages of the types whose JSON is special; None for all others.
fn well_known(descriptor: &MessageDescriptor, range: Range) -> Option<BoxedStrategy<DynamicMessage>> {
    let unit = if range == Range::Sayable { 1_000_000 } else { 1 };
    match descriptor.full_name().strip_prefix("google.protobuf.")? {
        "Timestamp" => {
            // The years 1 to 9999.
            let seconds = -62_135_596_800i64..=253_402_300_799;
            Some(time(descriptor, seconds, (0..1_000_000_000 / unit).prop_map(move |nanos| nanos * unit)))
        }
        // Seconds of which a double tells every nanosecond.
        "Duration" => Some(time(descriptor, 0..=4_000_000, 0..1_000_000_000)),
        "FieldMask" => {
            let paths = vec("[a-z]{1,4}(_[a-z]{1,3})?(\\.[a-z]{1,4})?", 0..3);
            let descriptor = descriptor.clone();
            let make = move |paths: Vec<String>| {
                let mut mask = DynamicMessage::new(descriptor.clone());
                mask.set_field_by_name("paths", Value::List(paths.into_iter().map(Value::String).collect()));
                mask
            };
            Some(paths.prop_map(make).boxed())
        }
        "Struct" => Some(deserialized(descriptor, free_object(free_json()))),
        "ListValue" => Some(deserialized(descriptor, vec(free_json(), 0..3).prop_map(serde_json::Value::Array))),
        "Value" => Some(deserialized(descriptor, free_json())),
        _ => None,
    }
}

fn time(
    descriptor: &MessageDescriptor,
    seconds: std::ops::RangeInclusive<i64>,
    nanos: impl Strategy<Value = i32> + 'static,
) -> BoxedStrategy<DynamicMessage> {
    let descriptor = descriptor.clone();
    let make = move |(seconds, nanos): (i64, i32)| {
        let mut time = DynamicMessage::new(descriptor.clone());
        time.set_field_by_name("seconds", Value::I64(seconds));
        time.set_field_by_name("nanos", Value::I32(nanos));
        time
    };
    (seconds, nanos).prop_map(make).boxed()
}

fn deserialized(descriptor: &MessageDescriptor, values: impl Strategy<Value = serde_json::Value> + 'static) -> BoxedStrategy<DynamicMessage> {
    let descriptor = descriptor.clone();
    let make = move |value| DynamicMessage::deserialize(descriptor.clone(), value).expect("it takes every such value");
    values.prop_map(make).boxed()
}

/// Any JSON, three levels deep at most.
pub fn free_json() -> BoxedStrategy<serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i16>().prop_map(|value| json!(f64::from(value) / 4.0)),
        "\\PC{0,4}".prop_map(|value| json!(value)),
    ];
    let nest = |inner: BoxedStrategy<serde_json::Value>| prop_oneof![vec(inner.clone(), 0..3).prop_map(serde_json::Value::Array), free_object(inner)];
    leaf.prop_recursive(3, 12, 3, move |inner| nest(inner.boxed())).boxed()
}

fn free_object(values: BoxedStrategy<serde_json::Value>) -> BoxedStrategy<serde_json::Value> {
    let entries = btree_map("\\PC{0,4}", values, 0..3);
    entries.prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())).boxed()
}
