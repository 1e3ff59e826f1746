//! One operation of the document.

use super::ERROR;
use super::comments::{Commented, describe as with_comment};
use super::schema::{Direction, Schemas};
use crate::Registry;
use crate::access::AccessKind;
use crate::operation::{BodyRule, Operation, Source};
use crate::plan::WellKnown;
use prost_reflect::{FieldDescriptor, Kind};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Methods that answer a file in YAML.
const YAML_FILES: &[&str] = &["ExportSite"];
const YAML: &str = "application/yaml";

/// The names of the functions that a client gets: `getDevice`.
pub(super) struct OperationIds {
    /// How many services have a method of this name.
    services: BTreeMap<String, usize>,
}

impl OperationIds {
    pub fn new(registry: &Registry) -> Self {
        let mut services = BTreeMap::new();
        for operation in registry.operations().iter().filter(|operation| operation.binding == 0) {
            *services.entry(operation.method.clone()).or_default() += 1;
        }
        Self { services }
    }

    /// The method's name; after its service when another one has it too, with a number from the
    /// second binding on.
    fn id(&self, operation: &Operation) -> String {
        let mut id = operation.method.clone();
        if self.services.get(&id).is_some_and(|services| *services > 1) {
            id.insert_str(0, operation.descriptor.parent_service().name());
        }
        if let Some(first) = id.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        match operation.binding {
            0 => id,
            binding => format!("{id}{}", binding + 1),
        }
    }
}

pub(super) fn describe(operation: &Operation, ids: &OperationIds, schemas: &mut Schemas<'_>) -> Value {
    let mut description = json!({
        "operationId": ids.id(operation),
        "tags": [operation.descriptor.parent_service().name()],
        "responses": responses(operation, schemas),
    });
    let parameters = parameters(operation, schemas);
    if !parameters.is_empty() {
        description["parameters"] = json!(parameters);
    }
    if let Some(body) = body(operation, schemas) {
        description["requestBody"] = body;
    }
    if operation.access.kind == AccessKind::Open {
        description["security"] = json!([]);
    }
    if !operation.access.permissions.is_empty() {
        let mut permissions = operation.access.permissions.clone();
        permissions.sort();
        description["x-permissions"] = json!(permissions);
    }
    with_comment(description, operation.descriptor.comment())
}

/// The fields of the request that come from there.
fn fields(operation: &Operation, source: Source) -> Vec<FieldDescriptor> {
    let input = operation.descriptor.input();
    let numbers = operation.fields().filter(|(_, from)| *from == source).map(|(field, _)| field.number);
    numbers.filter_map(|number| input.get_field(number)).collect()
}

fn parameters(operation: &Operation, schemas: &mut Schemas<'_>) -> Vec<Value> {
    let path = fields(operation, Source::Path).into_iter();
    let mut parameters: Vec<Value> = path.map(|field| parameter(&field, "path", schemas)).collect();
    // The form of an upload holds the others.
    if !operation.client_streaming {
        let query = fields(operation, Source::Query).into_iter();
        parameters.extend(query.map(|field| parameter(&field, "query", schemas)));
    }
    parameters
}

fn parameter(field: &FieldDescriptor, place: &str, schemas: &mut Schemas<'_>) -> Value {
    let schema = schemas.value(field, Direction::Input);
    let mut parameter = json!({ "name": field.name(), "in": place, "required": place == "path" });
    if is_json_text(field) {
        parameter["content"] = json!({ "application/json": { "schema": schema } });
    } else {
        parameter["schema"] = schema;
    }
    with_comment(parameter, field.comment())
}

/// Whether a parameter is given as JSON text: a map, and a message that is no string or number.
fn is_json_text(field: &FieldDescriptor) -> bool {
    let Kind::Message(message) = field.kind() else { return false };
    match WellKnown::from_name(message.full_name()) {
        Some(WellKnown::Timestamp | WellKnown::Duration | WellKnown::FieldMask) => false,
        // A wrapper holds a single scalar.
        Some(WellKnown::Transparent) => message.get_field(1).is_none_or(|field| field.is_list() || field.is_map()),
        Some(WellKnown::Value) | None => true,
    }
}

fn body(operation: &Operation, schemas: &mut Schemas<'_>) -> Option<Value> {
    if operation.client_streaming {
        let mut body = content("multipart/form-data", form(operation, schemas));
        // The fields of the form are then in the query.
        if let Some(media_type) = &operation.access.body_type {
            body["content"][media_type] = json!({ "schema": { "type": "string", "format": "binary" } });
        }
        return Some(body);
    }
    let schema = match &operation.body {
        BodyRule::None => return None,
        BodyRule::Field(_) => schemas.value(fields(operation, Source::Body).first()?, Direction::Input),
        BodyRule::All => {
            let in_body = fields(operation, Source::Body);
            let input = operation.descriptor.input();
            if in_body.len() == input.fields().len() {
                schemas.message(&input, Direction::Input)
            } else {
                schemas.object(in_body.into_iter(), Direction::Input)
            }
        }
    };
    Some(content("application/json", schema))
}

fn content(media_type: &str, schema: Value) -> Value {
    json!({ "required": true, "content": { media_type: { "schema": schema } } })
}

/// A form of the fields and the file.
fn form(operation: &Operation, schemas: &mut Schemas<'_>) -> Value {
    let mut properties = Map::new();
    for field in fields(operation, Source::Query) {
        let schema = schemas.value(&field, Direction::Input);
        properties.insert(field.name().to_owned(), with_comment(schema, field.comment()));
    }
    for field in fields(operation, Source::File) {
        properties.insert(field.name().to_owned(), with_comment(schemas.value(&field, Direction::Input), field.comment()));
    }
    json!({ "type": "object", "properties": properties, "required": [operation.file_part] })
}

fn responses(operation: &Operation, schemas: &mut Schemas<'_>) -> Value {
    let output = operation.descriptor.output();
    let (description, media_type) = match (operation.output_is_file, operation.server_streaming) {
        // What kind of file, the answer says.
        (true, _) => ("A file.", "*/*"),
        (false, true) => ("One JSON object per line.", "application/x-ndjson"),
        (false, false) => ("Done.", "application/json"),
    };
    let schema = schemas.message(&output, Direction::Reply);
    let mut content = json!({ media_type: { "schema": schema } });
    // For who takes the text apart, as they do JSON: then it is no string.
    if YAML_FILES.contains(&operation.method.as_str()) {
        content[YAML] = json!({ "schema": {} });
    }
    json!({
        "200": { "description": description, "content": content },
        "default": {
            "description": "Not done.",
            "content": {
                "application/json": { "schema": { "$ref": format!("#/components/schemas/{ERROR}") } },
            },
        },
    })
}
