//! The fields of an entity, as its message in `proto/` declares them: merging a PATCH, limits, and what the audit log keeps
//! follow from the descriptor, so that a field is not named again for each.
//!
//! A draft is serialized with the names of the API. Three rules lead from a path of the message to a key of the draft:
//! a related entity (`Ref`) is its id, `role` -> `role_id`; of several, `domains`, there are ids under the same key;
//! a nested message, `profile.phone`, is nested in the draft too, or its fields stand beside the others, `phone`.
//! What the option `vestibule.options.field` calls an output, a secret or a command has no place in a draft.
mod descriptor;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Fields, Mask};

/// The stored fields of a message. Made once per process: the descriptors of all services are read for it.
#[derive(Debug)]
pub struct EntityFields(Vec<EntityField>);

#[derive(Debug)]
struct EntityField {
    /// As masks and messages of errors name it, `profile.phone`.
    path: String,
    /// Of the draft.
    key: String,
    limits: Limits,
    /// Of a nested message.
    nested: Option<EntityFields>,
}

#[derive(Debug, Default)]
struct Limits {
    required: bool,
    /// Characters; 0 for none.
    max_length: usize,
    multiline: bool,
    range: Option<(f64, f64)>,
}

impl EntityFields {
    /// Of a message by its full name, as `vestibule.access.v1.AccessRule`.
    ///
    /// # Panics
    /// If there is no such message.
    pub fn new(message: &str) -> Self {
        descriptor::stored_fields(message)
    }

    /// Every field by its path, those of nested messages too.
    pub fn paths(&self) -> Vec<&str> {
        self.0.iter().flat_map(|field| field.nested.as_ref().map_or_else(|| vec![field.path.as_str()], EntityFields::paths)).collect()
    }

    /// `old` with the fields that the mask names from `new`.
    pub fn merge<T: Serialize + DeserializeOwned>(&self, old: &T, new: &T, mask: &Mask) -> T {
        let mut merged = object(old);
        self.take(&mut merged, &mut object(new), mask);
        serde_json::from_value(Value::Object(merged)).expect("fields of two drafts make a draft")
    }

    fn take(&self, old: &mut Map<String, Value>, new: &mut Map<String, Value>, mask: &Mask) {
        for field in &self.0 {
            match (&field.nested, old.get_mut(&field.key), new.remove(&field.key)) {
                (Some(nested), Some(Value::Object(old)), Some(Value::Object(mut new))) => nested.take(old, &mut new, mask),
                (_, Some(old), Some(new)) => mask.apply(&field.path, old, new),
                (Some(nested), _, _) => nested.take(old, new, mask),
                _ => {}
            }
        }
    }

    /// Notes every field of a draft that is not within its limits.
    pub fn check(&self, draft: &impl Serialize, fields: &mut Fields) {
        self.check_object(&object(draft), fields);
    }

    fn check_object(&self, draft: &Map<String, Value>, fields: &mut Fields) {
        for field in &self.0 {
            match (&field.nested, draft.get(&field.key)) {
                (Some(nested), Some(Value::Object(draft))) => nested.check_object(draft, fields),
                (Some(nested), _) => nested.check_object(draft, fields),
                (None, Some(value)) => field.limits.check(&field.path, value, fields),
                (None, None) => {}
            }
        }
    }

    /// What a draft lacks of the message, and what it has besides; a test holds that there is nothing. What is lacking
    /// would be neither merged nor checked nor recorded.
    pub fn differences(&self, draft: &impl Serialize) -> Vec<String> {
        let mut rest = object(draft);
        let mut differences = self.missing_from(&mut rest);
        differences.extend(rest.keys().map(|key| format!("{key} is no field of the message")));
        differences
    }

    /// Leaves in `draft` what the message has not.
    fn missing_from(&self, draft: &mut Map<String, Value>) -> Vec<String> {
        let mut missing = Vec::new();
        for field in &self.0 {
            match (&field.nested, draft.remove(&field.key)) {
                (Some(nested), Some(Value::Object(mut inner))) => {
                    missing.extend(nested.missing_from(&mut inner));
                    missing.extend(inner.keys().map(|key| format!("{}.{key} is no field of the message", field.path)));
                }
                (Some(nested), _) => missing.extend(nested.missing_from(draft)),
                (None, Some(_)) => {}
                (None, None) => missing.push(format!("{} is missing from the draft", field.path)),
            }
        }
        missing
    }
}

impl Limits {
    fn check(&self, path: &str, value: &Value, fields: &mut Fields) {
        if self.required && value.as_str().is_none_or(|text| text.trim().is_empty()) {
            fields.add(path, "required");
        }
        match value {
            Value::String(text) if self.max_length > 0 && self.multiline => fields.optional_multiline_text(path, Some(text), self.max_length),
            Value::String(text) if self.max_length > 0 => fields.optional_text(path, Some(text), self.max_length),
            Value::Number(number) => {
                if let (Some((min, max)), Some(number)) = (self.range, number.as_f64()) {
                    fields.range(path, number, min, max);
                }
            }
            _ => {}
        }
    }
}

/// A draft as the audit log keeps it.
pub fn audit_view(draft: &impl Serialize) -> Value {
    Value::Object(object(draft))
}

fn object(draft: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(draft).expect("a draft has string keys only") {
        Value::Object(fields) => fields,
        other => panic!("a draft is an object, not {other}"),
    }
}

#[cfg(test)]
mod tests;
