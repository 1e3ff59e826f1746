//! What stands for keys that a body leaves out.

use crate::common::{message, operation, request};
use http::Method;
use serde_json::json;

fn made(body: &str) -> prost_reflect::DynamicMessage {
    request(operation(Method::PUT, "/api/v0/things"), &[], None, body).expect("the body is valid")
}

#[test]
fn a_key_that_is_left_out_when_something_is_made_has_its_initial_value() {
    let filled = json!({ "thing": { "deviceSettings": { "address": { "isShown": true, "firstMode": 1, "weight": 7 } } } });
    assert_eq!(made(r#"{"device_settings": {"address": {}}}"#), message("sample.v1.CreateThingRequest", filled));
}

#[test]
fn a_key_that_is_there_stays_as_it_is() {
    let given = json!({ "thing": { "deviceSettings": { "address": { "weight": 0 } } } });
    let body = r#"{"device_settings": {"address": {"is_shown": false, "first_mode": null, "weight": 0}}}"#;
    assert_eq!(made(body), message("sample.v1.CreateThingRequest", given));
}

#[test]
fn a_patch_changes_what_it_names_and_nothing_else() {
    let update = operation(Method::PATCH, "/api/v0/things/{id}");
    let sent = request(update, &[("id", "1")], None, r#"{"device_settings": {"address": {"mode": "auto"}}}"#).unwrap();
    let expected = json!({ "id": 1, "thing": { "deviceSettings": { "address": { "mode": 1 } } },
        "updateMask": "deviceSettings.address.mode" });
    assert_eq!(sent, message("sample.v1.UpdateThingRequest", expected));
}
