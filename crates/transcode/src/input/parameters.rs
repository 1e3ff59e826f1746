//! Path and query parameters as a JSON object, so that they are read like a body.

use super::problems::Problems;
use crate::operation::{Operation, Source};
use crate::plan::{Field, Kind, Plans, Scalar, Shape, WellKnown};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;

const UNKNOWN_PARAMETER: &str = "unknown parameter";
const TWICE: &str = "given more than once";

/// The parameters of one request.
pub(super) struct Parameters {
    values: Map<String, Value>,
}

impl Parameters {
    pub fn read<'a>(
        operation: &Operation,
        plans: &Plans,
        path_params: impl Iterator<Item = (&'a str, &'a str)>,
        query: Option<&str>,
        problems: &mut Problems<'_>,
    ) -> Self {
        let mut parameters = Self { values: Map::new() };
        let in_path = path_params.map(|(name, text)| (Source::Path, Cow::Borrowed(name), Cow::Borrowed(text)));
        let in_query = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        let in_query = in_query.map(|(name, text)| (Source::Query, name, text));
        for (source, name, text) in in_path.chain(in_query) {
            let field = match source {
                Source::Query => operation.input().by_parameter(&name),
                _ => operation.input().by_name(&name),
            };
            let field = field.filter(|field| operation.source(field.number) == Some(source));
            let added = match field {
                Some(field) => parameters.add(field, plans, &text),
                None => Err(UNKNOWN_PARAMETER),
            };
            if let Err(message) = added {
                problems.add_at(&name, message);
            }
        }
        parameters
    }

    pub fn values(&self) -> &Map<String, Value> {
        &self.values
    }

    /// Adds one parameter. An empty one counts as absent.
    fn add(&mut self, field: &Field, plans: &Plans, text: &str) -> Result<(), &'static str> {
        if text.is_empty() {
            return Ok(());
        }
        let value = match field.shape {
            Shape::Map { .. } => json_or_text(text),
            _ => text_to_json(field.kind, plans, text),
        };
        let is_list = matches!(field.shape, Shape::List { .. }) && !is_json_text(field.kind, plans);
        match self.values.get_mut(field.name()) {
            Some(Value::Array(list)) if is_list => list.push(value),
            Some(_) => return Err(TWICE),
            None => {
                let value = if is_list { Value::Array(vec![value]) } else { value };
                self.values.insert(field.name().to_owned(), value);
            }
        }
        Ok(())
    }
}

/// Whether values of this type are given as JSON, and a list of them as one JSON array: messages,
/// but for those whose JSON is a string, a number or a boolean.
fn is_json_text(kind: Kind, plans: &Plans) -> bool {
    let Kind::Message(id) = kind else { return false };
    let message = plans.message(id);
    match message.well_known {
        Some(WellKnown::Timestamp | WellKnown::Duration | WellKnown::FieldMask) => false,
        Some(WellKnown::Transparent) => message.fields.iter().any(Field::is_repeated),
        Some(WellKnown::Value) | None => true,
    }
}

/// The JSON value that a text stands for where this type is wanted. A text that is none stays a
/// string, which the reader then refuses in the words that it has for the type.
pub(super) fn text_to_json(kind: Kind, plans: &Plans, text: &str) -> Value {
    let message = match kind {
        Kind::Scalar(Scalar::String | Scalar::Bytes) | Kind::Enum(_) => return Value::from(text),
        Kind::Scalar(Scalar::Bool) => return boolean(text),
        Kind::Scalar(_) => return number(text),
        Kind::Message(_) if is_json_text(kind, plans) => return json_or_text(text),
        Kind::Message(id) => plans.message(id),
    };
    match (message.well_known, message.fields.first()) {
        (Some(WellKnown::Duration), _) => number(text),
        (Some(WellKnown::Transparent), Some(field)) => text_to_json(field.kind, plans, text),
        _ => Value::from(text),
    }
}

fn boolean(text: &str) -> Value {
    match text {
        "true" | "1" => Value::Bool(true),
        "false" | "0" => Value::Bool(false),
        _ => Value::from(text),
    }
}

fn number(text: &str) -> Value {
    let whole = || text.parse::<i64>().map(Number::from).ok();
    let large = || text.parse::<u64>().map(Number::from).ok();
    let float = || text.parse::<f64>().ok().and_then(Number::from_f64);
    let number = whole().or_else(large).or_else(float);
    number.map_or_else(|| Value::from(text), Value::Number)
}

fn json_or_text(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}
