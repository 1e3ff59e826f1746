//! `google.protobuf.Struct` from and to JSON. Its numbers are all floating: whole ones are whole again in JSON.
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value as Proto};
use serde_json::{Map, Number, Value};

pub fn to_struct(object: Map<String, Value>) -> Struct {
    Struct { fields: object.into_iter().map(|(key, value)| (key, to_proto(value))).collect() }
}

fn to_proto(value: Value) -> Proto {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(value) => Kind::BoolValue(value),
        Value::Number(number) => Kind::NumberValue(number.as_f64().unwrap_or_default()),
        Value::String(text) => Kind::StringValue(text),
        Value::Array(items) => Kind::ListValue(ListValue { values: items.into_iter().map(to_proto).collect() }),
        Value::Object(object) => Kind::StructValue(to_struct(object)),
    };
    Proto { kind: Some(kind) }
}

pub fn from_struct(object: Struct) -> Value {
    Value::Object(object.fields.into_iter().map(|(key, value)| (key, from_proto(value))).collect())
}

fn from_proto(value: Proto) -> Value {
    match value.kind {
        None | Some(Kind::NullValue(_)) => Value::Null,
        Some(Kind::BoolValue(value)) => Value::Bool(value),
        Some(Kind::NumberValue(number)) if number.fract() == 0.0 && number.abs() < 9e15 => Value::from(number as i64),
        Some(Kind::NumberValue(number)) => Number::from_f64(number).map_or(Value::Null, Value::Number),
        Some(Kind::StringValue(text)) => Value::String(text),
        Some(Kind::ListValue(list)) => Value::Array(list.values.into_iter().map(from_proto).collect()),
        Some(Kind::StructValue(object)) => from_struct(object),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_comes_back_as_it_was() {
        let sent = json!({ "type": "public-key", "alg": -7, "ratio": 0.5, "list": [1, null, true, { "a": "b" }] });
        let Value::Object(object) = sent.clone() else { unreachable!() };
        assert_eq!(from_struct(to_struct(object)), sent);
    }
}
