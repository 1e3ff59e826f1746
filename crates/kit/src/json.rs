//! Between JSON and the protobuf form of it.
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value as ProtoValue};
use serde_json::Value;

/// The fields of an object; none of anything else.
pub fn to_struct(value: &Value) -> Struct {
    let fields = value.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), to_value(value))).collect();
    Struct { fields }
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
