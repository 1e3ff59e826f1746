//! Path, query and JSON body -> protobuf wire bytes.

mod mask;
mod message;
mod parameters;
mod problems;
mod scalar;
mod time;
mod well_known;
mod wire;

use crate::error::InputError;
use crate::operation::{BodyRule, MASK_FIELD, Operation, Source};
use crate::plan::{Field, Kind, Plans, Shape};
use bytes::Bytes;
use message::Reader;
use parameters::Parameters;
use problems::Problems;
use serde_json::Value;

pub(crate) use wire::put_bytes;

/// Makes the request of an operation. All that does not fit is reported together.
///
/// Parameters and body become pieces of the same message, which protobuf lets stand one after
/// the other.
pub(crate) fn request<'a>(
    operation: &Operation,
    plans: &Plans,
    path_params: impl Iterator<Item = (&'a str, &'a str)>,
    query: Option<&str>,
    body: &[u8],
) -> Result<Bytes, InputError> {
    let body = parse(operation, body)?;
    let mut problems = Problems::default();
    let parameters = Parameters::read(operation, plans, path_params, query, &mut problems);

    let mut out = Vec::with_capacity(256);
    let mut reader = Reader::new(plans, problems);
    let input = operation.input();
    reader.object(input, parameters.values(), |_| true, &mut out);
    let has_mask = operation.fields().any(|(_, source)| source == Source::Mask);
    reader.fills = !has_mask;
    match (body_field(operation), &body) {
        (Some(field), body) => reader.field(field, body, &mut out),
        (None, Value::Object(body)) => {
            let in_body = |field: &Field| operation.source(field.number) == Some(Source::Body);
            reader.nested(|reader| reader.object(input, body, in_body, &mut out));
        }
        (None, other) => return Err(unexpected("an object", other)),
    }
    reader.finish()?;
    if has_mask {
        put_mask(operation, plans, &body, &mut out);
    }
    Ok(out.into())
}

/// A field on the wire with its initial value, as the option spells it. The error says what is wrong with it.
pub(crate) fn initial(plans: &Plans, number: u32, shape: Shape, kind: Kind, text: &str) -> Result<Box<[u8]>, String> {
    let mut out = Vec::new();
    match (shape, kind) {
        (Shape::Implicit | Shape::Explicit, Kind::Scalar(scalar)) => {
            let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            scalar::encode(scalar, &value)?.put(number, &mut out);
        }
        (Shape::Implicit | Shape::Explicit, Kind::Enum(id)) => {
            let words = plans.words(id);
            let word = words.number(text).ok_or_else(|| words.expected().to_owned())?;
            scalar::varint(word.into()).put(number, &mut out);
        }
        _ => return Err("only a single value has an initial one".into()),
    }
    Ok(out.into())
}

/// The JSON of the body; `{}` when there is none. Its outermost form is checked here, since there
/// is no field yet that an error could name.
fn parse(operation: &Operation, body: &[u8]) -> Result<Value, InputError> {
    let value = if body.trim_ascii().is_empty() {
        Value::Object(serde_json::Map::new())
    } else {
        serde_json::from_slice(body).map_err(|error| InputError::Malformed(error.to_string()))?
    };
    let field = body_field(operation);
    match field.map(|field| (field.shape, field.kind)) {
        Some((Shape::List { .. }, _)) if !value.is_array() => Err(unexpected("a list", &value)),
        Some((Shape::List { .. }, _)) => Ok(value),
        Some((Shape::Map { .. }, _) | (_, Kind::Message(_))) | None if !value.is_object() => Err(unexpected("an object", &value)),
        _ => Ok(value),
    }
}

fn body_field(operation: &Operation) -> Option<&Field> {
    let BodyRule::Field(name) = &operation.body else { return None };
    operation.input().by_name(name)
}

fn unexpected(expected: &str, value: &Value) -> InputError {
    let found = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    InputError::Malformed(format!("expected {expected}, found {found}"))
}

/// Writes the mask of a PATCH. It is always there: an empty one changes nothing.
fn put_mask(operation: &Operation, plans: &Plans, body: &Value, out: &mut Vec<u8>) {
    let plan = match body_field(operation).map(|field| field.kind) {
        Some(Kind::Message(id)) => plans.message(id),
        Some(_) => return,
        None => operation.input(),
    };
    let mask = operation.input().by_name(MASK_FIELD).expect("it has the mask as a source");
    let mut paths = Vec::new();
    for path in mask::paths(plans, plan, body) {
        wire::put_bytes(1, path.as_bytes(), &mut paths);
    }
    wire::put_bytes(mask.number, &paths, out);
}
