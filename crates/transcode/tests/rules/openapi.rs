//! The OpenAPI document.

use crate::common::registry;
use serde_json::{Value, json};
use std::sync::LazyLock;
use transcode::{Registry, openapi};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| openapi::document(registry(), "Samples", "v0"));

fn operation(verb: &str, path: &str) -> &'static Value {
    &DOCUMENT["paths"][path][verb]
}

fn schema(name: &str) -> &'static Value {
    let schema = &DOCUMENT["components"]["schemas"][name];
    assert!(schema.is_object(), "there is a schema {name}");
    schema
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The names after every `$ref`.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value.as_str().filter(|_| key == "$ref") {
                    Some(target) => found.push(target.trim_start_matches("#/components/schemas/").to_owned()),
                    None => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Whether the keys of all objects are in order, in the text as in the value.
fn is_sorted(value: &Value) -> bool {
    match value {
        Value::Object(object) => object.keys().is_sorted() && object.values().all(is_sorted),
        Value::Array(items) => items.iter().all(is_sorted),
        _ => true,
    }
}

#[test]
fn the_document_has_every_operation() {
    assert_eq!(DOCUMENT["openapi"], json!("3.0.3"));
    assert_eq!(DOCUMENT["info"], json!({ "title": "Samples", "version": "v0" }));
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let operations: usize = paths.values().map(|verbs| verbs.as_object().unwrap().len()).sum();
    assert_eq!(operations, registry().operations().len());
}

#[test]
fn the_document_is_the_same_every_time_and_sorted() {
    let again = openapi::document(registry(), "Samples", "v0");
    assert_eq!(DOCUMENT.to_string(), again.to_string());
    assert!(is_sorted(&again));
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_referred_to() {
    let mut found = Vec::new();
    references(&DOCUMENT, &mut found);
    found.sort();
    found.dedup();
    let schemas: Vec<&String> = DOCUMENT["components"]["schemas"].as_object().unwrap().keys().collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), schemas);
}

#[test]
fn a_reply_requires_every_key_and_a_body_none() {
    assert_eq!(schema("Sip")["required"], json!(["port", "proxy_address"]));
    assert_eq!(schema("SipInput")["required"], Value::Null);
    assert_eq!(schema("SipInput")["properties"].as_object().unwrap().len(), 2);
}

#[test]
fn null_is_declared_where_it_can_stand() {
    let thing = &schema("Thing")["properties"];
    assert_eq!(thing["description"], json!({ "type": "string", "nullable": true }));
    assert_eq!(thing["kind"], json!({ "allOf": [reference("CardKind")], "nullable": true }));
    assert_eq!(thing["device_settings"], json!({ "allOf": [reference("Settings")], "nullable": true }));
    assert_eq!(thing["created_at"], json!({ "type": "string", "format": "date-time", "nullable": true }));
    assert_eq!(thing["tags"], json!({ "type": "array", "items": { "type": "string" } }));
    assert_eq!(thing["labels"], json!({ "type": "object", "additionalProperties": { "type": "string" } }));
    assert_eq!(thing["levels"], json!({ "type": "array", "items": reference("Level") }));
    let choice = &schema("Choice")["properties"];
    assert_eq!(choice["number"]["nullable"], json!(true));
    assert_eq!(choice["beside"], json!({ "type": "string" }));
    assert_eq!(schema("Scalars")["properties"]["level"], reference("Level"));
}

#[test]
fn an_enum_lists_its_words_without_the_unspecified_one() {
    assert_eq!(schema("CardKind"), &json!({ "type": "string", "enum": ["card", "pin_code", "mobile"], "description": "What a card is." }));
    assert_eq!(schema("Level")["enum"], json!(["low", "high"]));
    assert_eq!(schema("AddressMode")["enum"], json!(["auto"]));
}

#[test]
fn well_known_types_are_what_they_read_as() {
    let fields = &schema("WellKnown")["properties"];
    assert_eq!(fields["duration"], json!({ "type": "number", "format": "double", "nullable": true }));
    assert_eq!(fields["mask"], json!({ "type": "string", "nullable": true }));
    assert_eq!(fields["struct"], json!({ "type": "object", "additionalProperties": true, "nullable": true }));
    assert_eq!(fields["value"], json!({}));
    assert_eq!(fields["int64"], json!({ "type": "integer", "format": "int64", "nullable": true }));
    assert_eq!(fields["values"], json!({ "type": "array", "items": {} }));
}

#[test]
fn names_that_clash_take_the_word_of_their_package() {
    assert_eq!(schema("SampleClash")["properties"], json!({ "here": { "type": "string" } }));
    assert_eq!(schema("OtherClash")["properties"], json!({ "there": { "type": "string" } }));
    assert!(DOCUMENT["components"]["schemas"]["Clash"].is_null());
}

#[test]
fn a_message_may_be_called_like_the_input_of_another() {
    let thing = &schema("ThingInput")["properties"];
    let target = |field: &str| thing[field]["allOf"][0]["$ref"].as_str().unwrap().to_owned();
    assert_ne!(target("item"), target("item_input"));
    let named = |field: &str| target(field).rsplit('/').next().unwrap().to_owned();
    assert!(schema(&named("item"))["properties"]["count"].is_object());
    assert!(schema(&named("item_input"))["properties"]["own"].is_object());
}

#[test]
fn comments_are_descriptions() {
    assert_eq!(operation("get", "/api/v0/things")["description"], json!("Lists things.\n\nNewest first."));
    assert_eq!(schema("Thing")["description"], json!("A thing."));
    assert_eq!(schema("Thing")["properties"]["name"]["description"], json!("1 to 100 characters."));
    assert_eq!(DOCUMENT["tags"][1], json!({ "name": "Things", "description": "Things that are kept." }));
    let described = &schema("Thing")["properties"]["clash"];
    assert_eq!(described["allOf"], json!([reference("SampleClash")]));
    assert_eq!(described["description"], json!("Not the one of the other package."));
}

#[test]
fn operations_have_unique_names_and_a_tag() {
    let paths = DOCUMENT["paths"].as_object().unwrap().values().flat_map(|verbs| verbs.as_object().unwrap().values());
    let mut ids: Vec<&str> = paths.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert_eq!(operation("put", "/api/v0/things")["operationId"], json!("createThing"));
    assert_eq!(operation("get", "/api/v0/things/{id}")["operationId"], json!("thingsGetThing"));
    assert_eq!(operation("get", "/api/v0/kinds/{kind}/things/{id}")["operationId"], json!("thingsGetThing2"));
    assert_eq!(operation("get", "/api/v0/others/{id}")["operationId"], json!("othersGetThing"));
    assert_eq!(operation("get", "/api/v0/others/{id}")["tags"], json!(["Others"]));
}

#[test]
fn parameters_stand_in_path_and_query() {
    let get = &operation("get", "/api/v0/kinds/{kind}/things/{id}")["parameters"];
    assert_eq!(get[0], json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "integer", "format": "int64" } }));
    assert_eq!(get[1], json!({ "name": "kind", "in": "path", "required": true, "schema": reference("CardKind") }));
    assert_eq!(get[2]["in"], json!("query"));

    let list = operation("get", "/api/v0/things")["parameters"].as_array().unwrap();
    let named = |name: &str| list.iter().find(|parameter| parameter["name"] == json!(name)).unwrap();
    assert_eq!(named("page")["description"], json!("From 1."));
    assert_eq!(named("with")["schema"], json!({ "type": "array", "items": { "type": "string" } }));
    assert_eq!(named("since")["schema"], json!({ "type": "string", "format": "date-time" }));
    assert_eq!(named("owner")["schema"], json!({ "type": "integer", "format": "int64" }));
    assert_eq!(named("filters")["content"]["application/json"]["schema"], reference("FilterInput"));
    assert_eq!(named("filters")["schema"], Value::Null);
}

#[test]
fn a_body_is_what_the_operation_reads() {
    let schema = |verb, path| &operation(verb, path)["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(schema("put", "/api/v0/things"), &reference("ThingInput"));
    assert_eq!(schema("post", "/api/v0/echo"), &reference("EverythingInput"));
    let act = json!({ "type": "object", "properties": { "reason": { "type": "string", "nullable": true } } });
    assert_eq!(schema("post", "/api/v0/things/{id}/act"), &act);
    assert_eq!(schema("put", "/api/v0/things/{id}/items")["type"], json!("array"));
    let limits = schema("patch", "/api/v0/limits")["properties"].as_object().unwrap();
    assert_eq!(limits.keys().collect::<Vec<_>>(), ["maximum", "settings"]);
    let update = &operation("patch", "/api/v0/things/{id}")["parameters"];
    assert_eq!(update.as_array().unwrap().len(), 1);
    assert_eq!(operation("get", "/api/v0/things")["requestBody"], Value::Null);
}

#[test]
fn an_upload_is_a_form_and_a_download_a_file() {
    let upload = operation("post", "/api/v0/things/{id}/photo");
    let form = &upload["requestBody"]["content"]["multipart/form-data"]["schema"];
    assert_eq!(form["properties"]["image"], json!({ "type": "string", "format": "binary", "description": "The picture." }));
    assert_eq!(form["properties"].as_object().unwrap().keys().collect::<Vec<_>>(), ["image", "x", "y"]);
    assert_eq!(upload["parameters"].as_array().unwrap().len(), 1);

    let export = &operation("get", "/api/v0/things/export")["responses"]["200"]["content"];
    assert_eq!(export["*/*"]["schema"], json!({ "type": "string", "format": "binary" }));
}

#[test]
fn open_operations_need_no_token_and_others_name_their_permissions() {
    assert_eq!(DOCUMENT["security"], json!([{ "bearer": [] }]));
    assert_eq!(operation("post", "/api/v0/echo")["security"], json!([]));
    let list = operation("get", "/api/v0/things");
    assert_eq!(list["security"], Value::Null);
    assert_eq!(list["x-permissions"], json!(["can_edit_things", "can_view_things"]));
}

#[test]
fn every_operation_can_answer_with_an_error() {
    assert_eq!(schema("Error")["required"], json!(["message", "code"]));
    for verbs in DOCUMENT["paths"].as_object().unwrap().values() {
        for operation in verbs.as_object().unwrap().values() {
            assert_eq!(operation["responses"]["default"]["content"]["application/json"]["schema"], reference("Error"));
        }
    }
}

/// A client checks replies against the document: every reply must fit its schema.
#[test]
fn an_empty_reply_fits_its_schema() {
    for operation in registry().operations().iter().filter(|operation| !operation.output_is_file) {
        let mut out = Vec::new();
        operation.response(&[], &mut out).unwrap();
        let reply: Value = serde_json::from_slice(&out).unwrap();
        let verb = operation.verb.as_str().to_lowercase();
        let content = &DOCUMENT["paths"][&operation.path][verb]["responses"]["200"]["content"];
        let schema = &content.as_object().unwrap().values().next().unwrap()["schema"];
        assert!(fits(schema, &reply), "{} {}: {reply}", operation.verb, operation.path);
    }
}

/// The part of JSON schema that the document uses.
fn fits(schema: &Value, value: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(self::schema(name.rsplit('/').next().unwrap()), value);
    }
    if value.is_null() && schema["nullable"] == json!(true) {
        return true;
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().all(|part| fits(part, value));
    }
    match schema["type"].as_str() {
        Some("object") => value.as_object().is_some_and(|object| {
            let keys = schema["required"].as_array().into_iter().flatten();
            let properties = &schema["properties"];
            keys.clone().all(|key| object.contains_key(key.as_str().unwrap()))
                && object.iter().all(|(key, value)| properties.is_null() || fits(&properties[key], value))
        }),
        Some("array") => value.as_array().is_some_and(|items| items.iter().all(|item| fits(&schema["items"], item))),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        _ => schema == &json!({}),
    }
}

#[test]
fn a_registry_without_operations_has_a_document() {
    let empty = Registry::new(&[]).expect("no descriptors are descriptors");
    assert_eq!(openapi::document(&empty, "Nothing", "v0")["paths"], json!({}));
}

#[test]
fn a_field_tells_its_limits() {
    for name in ["Sip", "SipInput"] {
        let properties = &schema(name)["properties"];
        assert_eq!((&properties["proxy_address"]["minLength"], &properties["proxy_address"]["maxLength"]), (&json!(1), &json!(255)));
        assert_eq!((&properties["port"]["minimum"], &properties["port"]["maximum"]), (&json!(1), &json!(65535)));
    }
    assert!(schema("Address")["properties"]["weight"].get("maximum").is_none());
}
