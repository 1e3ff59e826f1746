//! Schemas of messages, fields and enums.

use super::comments::{Commented, describe, wrapped};
use super::limits::limited;
use super::names::Names;
use crate::operation::FILE_CHUNK;
use crate::plan::{WellKnown, Words};
use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Which way a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Every key is there.
    Reply,
    /// No key needs to be there.
    Input,
}

/// The schemas that were referred to so far.
pub(super) struct Schemas<'n> {
    names: &'n Names,
    components: BTreeMap<String, Value>,
}

/// Whether the JSON of a message is an object of its fields that deserves a schema of its own.
pub(super) fn is_object(message: &MessageDescriptor) -> bool {
    !matches!(message.full_name(), "google.protobuf.Empty" | FILE_CHUNK) && WellKnown::from_name(message.full_name()).is_none()
}

impl<'n> Schemas<'n> {
    pub fn new(names: &'n Names) -> Self {
        Self { names, components: BTreeMap::new() }
    }

    pub fn finish(self) -> BTreeMap<String, Value> {
        self.components
    }

    /// Refers to the schema of a message, and makes it when this is the first time.
    pub fn message(&mut self, message: &MessageDescriptor, direction: Direction) -> Value {
        if !is_object(message) {
            return self.well_known(message, direction);
        }
        let name = match direction {
            Direction::Reply => self.names.reply(message.full_name()),
            Direction::Input => self.names.input(message.full_name()),
        };
        if !self.components.contains_key(&name) {
            // Entered before its fields, since a message may contain itself.
            self.components.insert(name.clone(), Value::Null);
            let object = self.object(message.fields(), direction);
            self.components.insert(name.clone(), describe(object, message.comment()));
        }
        reference(&name)
    }

    /// An object of some fields.
    pub fn object(&mut self, fields: impl Iterator<Item = FieldDescriptor>, direction: Direction) -> Value {
        let mut properties = Map::new();
        for field in fields {
            let schema = describe(self.field(&field, direction), field.comment());
            properties.insert(field.name().to_owned(), schema);
        }
        let mut required: Vec<String> = properties.keys().cloned().collect();
        required.sort();
        let mut object = json!({ "type": "object", "properties": properties });
        // OpenAPI forbids an empty list.
        if direction == Direction::Reply && !required.is_empty() {
            object["required"] = json!(required);
        }
        object
    }

    /// The type of a field as it stands in an object.
    pub fn field(&mut self, field: &FieldDescriptor, direction: Direction) -> Value {
        let schema = limited(self.value(field, direction), field);
        if takes_null(field) { nullable(schema) } else { schema }
    }

    /// The type of a field that is there.
    pub fn value(&mut self, field: &FieldDescriptor, direction: Direction) -> Value {
        let kind = field.kind();
        match kind.as_message().filter(|_| field.is_map()) {
            Some(entry) => {
                let values = self.kind(&entry.map_entry_value_field().kind(), direction);
                json!({ "type": "object", "additionalProperties": values })
            }
            None if field.is_list() => {
                json!({ "type": "array", "items": self.kind(&kind, direction) })
            }
            None => self.kind(&kind, direction),
        }
    }

    fn kind(&mut self, kind: &Kind, direction: Direction) -> Value {
        match kind {
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => json!({ "type": "integer", "format": "int32" }),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => json!({ "type": "integer", "format": "int64" }),
            Kind::Uint32 | Kind::Fixed32 | Kind::Uint64 | Kind::Fixed64 => {
                json!({ "type": "integer", "format": "int64", "minimum": 0 })
            }
            Kind::Float => json!({ "type": "number", "format": "float" }),
            Kind::Double => json!({ "type": "number", "format": "double" }),
            Kind::Bool => json!({ "type": "boolean" }),
            Kind::String => json!({ "type": "string" }),
            Kind::Bytes => json!({ "type": "string", "format": "byte" }),
            Kind::Enum(words) => self.enumeration(words),
            Kind::Message(message) => self.message(message, direction),
        }
    }

    fn enumeration(&mut self, descriptor: &EnumDescriptor) -> Value {
        let name = self.names.reply(descriptor.full_name());
        if !self.components.contains_key(&name) {
            let words = words(descriptor);
            let schema = json!({ "type": "string", "enum": words.iter().collect::<Vec<_>>() });
            self.components.insert(name.clone(), describe(schema, descriptor.comment()));
        }
        reference(&name)
    }

    fn well_known(&mut self, message: &MessageDescriptor, direction: Direction) -> Value {
        match message.full_name() {
            "google.protobuf.Empty" => return json!({ "type": "object" }),
            FILE_CHUNK => return json!({ "type": "string", "format": "binary" }),
            "google.protobuf.Struct" => {
                return json!({ "type": "object", "additionalProperties": true });
            }
            "google.protobuf.ListValue" => return json!({ "type": "array", "items": {} }),
            _ => {}
        }
        match (WellKnown::from_name(message.full_name()), message.get_field(1)) {
            (Some(WellKnown::Timestamp), _) => json!({ "type": "string", "format": "date-time" }),
            (Some(WellKnown::Duration), _) => json!({ "type": "number", "format": "double" }),
            (Some(WellKnown::FieldMask), _) => json!({ "type": "string" }),
            (Some(WellKnown::Transparent), Some(field)) => self.kind(&field.kind(), direction),
            // Any JSON at all.
            _ => json!({}),
        }
    }
}

/// Whether null can stand for the field: it is unset, or the zero of an enum.
fn takes_null(field: &FieldDescriptor) -> bool {
    if field.is_list() || field.is_map() {
        return false;
    }
    let zero_is_null = |descriptor: &EnumDescriptor| words(descriptor).has_null();
    field.supports_presence() || field.kind().as_enum().is_some_and(zero_is_null)
}

/// A schema that says nothing takes null already.
fn nullable(schema: Value) -> Value {
    if schema == json!({}) {
        return schema;
    }
    let mut schema = wrapped(schema);
    schema["nullable"] = json!(true);
    schema
}

fn words(descriptor: &EnumDescriptor) -> Words {
    Words::new(descriptor).expect("the registry has compiled this enum")
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}
