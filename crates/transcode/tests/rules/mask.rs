//! What a PATCH says to change.

use crate::common::{operation, request};
use http::Method;
use serde_json::{Value, json};

/// The paths of the mask for a body of `UpdateThing`.
fn thing_mask(body: Value) -> Vec<String> {
    mask(&Method::PATCH, "/api/v0/things/{id}", &[("id", "1")], &body)
}

fn mask(verb: &Method, path: &str, params: &[(&str, &str)], body: &Value) -> Vec<String> {
    let request = request(operation(verb.clone(), path), params, None, &body.to_string()).expect("the body is valid");
    assert!(request.has_field_by_name("update_mask"));
    let mask = request.get_field_by_name("update_mask").unwrap();
    let paths = mask.as_message().unwrap().get_field_by_name("paths").unwrap();
    paths.as_list().unwrap().iter().map(|path| path.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_mask_has_the_keys_of_the_body() {
    assert_eq!(thing_mask(json!({ "name": "x", "kind": "card" })), ["name", "kind"]);
}

#[test]
fn a_zero_value_is_in_the_mask() {
    assert_eq!(thing_mask(json!({ "name": "", "id": 0 })), ["id", "name"]);
}

#[test]
fn objects_of_messages_add_the_paths_inside_them() {
    let body = json!({ "device_settings": { "sip": { "proxy_address": "a" }, "get_logs": true } });
    assert_eq!(thing_mask(body), ["device_settings.sip.proxy_address", "device_settings.get_logs"]);
}

#[test]
fn null_clears_a_field_or_a_message() {
    let body = json!({ "description": null, "kind": null, "device_settings": { "sip": null, "address": { "mode": null } }, "created_at": null });
    let expected = ["description", "kind", "device_settings.sip", "device_settings.address.mode", "created_at"];
    assert_eq!(thing_mask(body.clone()), expected);
    let update = operation(Method::PATCH, "/api/v0/things/{id}");
    let request = request(update, &[("id", "1")], None, &body.to_string()).unwrap();
    let thing = request.get_field_by_name("thing").unwrap();
    assert!(!thing.as_message().unwrap().has_field_by_name("description"));
}

#[test]
fn lists_maps_and_times_are_replaced_whole() {
    let body = json!({ "tags": [], "labels": { "a": "b" }, "created_at": "2026-11-21T09:00:00Z" });
    assert_eq!(thing_mask(body), ["tags", "labels", "created_at"]);
}

#[test]
fn an_empty_body_changes_nothing() {
    assert_eq!(thing_mask(json!({})), Vec::<String>::new());
    assert_eq!(thing_mask(json!({ "device_settings": { "sip": {} } })), Vec::<String>::new());
}

#[test]
fn an_empty_object_selects_a_member_of_a_oneof() {
    assert_eq!(thing_mask(json!({ "choice": { "nothing": {} } })), ["choice.nothing"]);
    assert_eq!(thing_mask(json!({ "choice": { "item": {} } })), ["choice.item"]);
    assert_eq!(thing_mask(json!({ "choice": { "item": { "field": "x" } } })), ["choice.item.field"]);
}

#[test]
fn a_whole_message_as_body_has_a_mask_too() {
    let body = json!({ "maximum": 3, "settings": { "get_logs": false } });
    assert_eq!(mask(&Method::PATCH, "/api/v0/limits", &[], &body), ["maximum", "settings.get_logs"]);
}

#[test]
fn a_client_cannot_send_the_mask() {
    let update = operation(Method::PATCH, "/api/v0/limits");
    assert!(request(update, &[], None, r#"{"update_mask": "maximum"}"#).is_err());
    let update = operation(Method::PATCH, "/api/v0/things/{id}");
    assert!(request(update, &[("id", "1")], Some("update_mask=name"), "{}").is_err());
}
