//! The OpenAPI 3.0.3 document of a registry.
//!
//! It is committed and read by a code generator, so that the same descriptors must give the same
//! text: everything in it is sorted.

mod comments;
mod limits;
mod names;
mod operation;
mod schema;

use crate::Registry;
use comments::Commented;
use names::Names;
use operation::OperationIds;
use schema::Schemas;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Name of the schema of every error reply.
const ERROR: &str = "Error";

/// Describes every operation of the registry.
///
/// Schemas are `X` for a message in a reply, where every key is required, and `XInput` for one in
/// a body, where none is. Operations name the permissions of which any one is enough in
/// `x-permissions`.
pub fn document(registry: &Registry, title: &str, version: &str) -> Value {
    let names = Names::new(registry);
    let ids = OperationIds::new(registry);
    let mut schemas = Schemas::new(&names);
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in registry.operations() {
        let verb = operation.verb.as_str().to_ascii_lowercase();
        let description = operation::describe(operation, &ids, &mut schemas);
        paths.entry(&operation.path).or_default().insert(verb, description);
    }
    let mut components = schemas.finish();
    components.insert(ERROR.to_owned(), error_schema());
    sorted(json!({
        "openapi": "3.0.3",
        "info": { "title": title, "version": version },
        "tags": tags(registry),
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{ "bearer": [] }],
    }))
}

/// The services, each with its comment.
fn tags(registry: &Registry) -> Vec<Value> {
    let services = registry.operations().iter().map(|operation| operation.descriptor.parent_service());
    let tags: BTreeMap<String, Option<String>> = services.map(|service| (service.name().to_owned(), service.comment())).collect();
    tags.into_iter().map(|(name, comment)| comments::describe(json!({ "name": name }), comment)).collect()
}

fn error_schema() -> Value {
    let row = json!({
        "type": "object",
        "required": ["index", "field", "message"],
        "properties": {
            "index": { "type": "integer" },
            "field": { "type": "string" },
            "message": { "type": "string" },
        },
    });
    let data = json!({
        "type": "object",
        "nullable": true,
        "description": "Messages by the path of a field; names of related entities; errors of rows.",
        "properties": {
            "fields": { "type": "object", "additionalProperties": { "type": "string" } },
            "names": { "type": "array", "items": { "type": "string" } },
            "rows": { "type": "array", "items": row },
        },
    });
    json!({
        "type": "object",
        "required": ["message", "code"],
        "properties": {
            "message": { "type": "string", "description": "A sentence of the catalogue, lower case." },
            "code": { "type": "string", "description": "Stable; for programs." },
            "data": data,
        },
    })
}

/// Sorts the keys of every object. They are sorted already unless some package of the build turns
/// serde_json's `preserve_order` on, which must not change the document.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let sorted: BTreeMap<String, Value> = object.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(sorted).collect()),
        other => other,
    }
}
