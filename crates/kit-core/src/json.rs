//! Between JSON and the protobuf form of it.
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value as ProtoValue};
use serde_json::Value;

/// Whole numbers below 2^53 are exact as doubles.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The fields of an object; none of anything else.
pub fn to_struct(value: &Value) -> Struct {
    let fields = value.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), to_value(value))).collect();
    Struct { fields }
}

/// The same in the other direction. A number without a fraction is a whole one.
pub fn from_struct(fields: Struct) -> Value {
    Value::Object(fields.fields.into_iter().map(|(key, value)| (key, from_value(value))).collect())
}

fn from_value(value: ProtoValue) -> Value {
    match value.kind {
        None | Some(Kind::NullValue(_)) => Value::Null,
        Some(Kind::BoolValue(bool)) => bool.into(),
        Some(Kind::NumberValue(number)) if number.fract() == 0.0 && number.abs() < MAX_EXACT => (number as i64).into(),
        Some(Kind::NumberValue(number)) => number.into(),
        Some(Kind::StringValue(text)) => text.into(),
        Some(Kind::ListValue(list)) => list.values.into_iter().map(from_value).collect(),
        Some(Kind::StructValue(fields)) => from_struct(fields),
    }
}

fn to_value(value: &Value) -> ProtoValue {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(bool) => Kind::BoolValue(*bool),
        // Numbers are doubles there: exact to 2^53, which ids do not reach.
        Value::Number(number) => Kind::NumberValue(number.as_f64().unwrap_or_default()),
        Value::String(text) => Kind::StringValue(text.clone()),
        Value::Array(values) => Kind::ListValue(ListValue { values: values.iter().map(to_value).collect() }),
        Value::Object(_) => Kind::StructValue(to_struct(value)),
    };
    ProtoValue { kind: Some(kind) }
}
