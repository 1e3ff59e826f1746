//! Path and query.

use crate::common::{descriptor, errors, field_errors, message, operation, request};
use http::Method;
use prost_reflect::DynamicMessage;
use prost_reflect::prost::Message;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn list(query: &str) -> DynamicMessage {
    request(operation(Method::GET, "/api/v0/things"), &[], Some(query), "").expect("the query is valid")
}

fn list_errors(query: &str) -> BTreeMap<String, String> {
    field_errors(request(operation(Method::GET, "/api/v0/things"), &[], Some(query), ""))
}

fn expected(canonical: Value) -> DynamicMessage {
    message("sample.v1.ListThingsRequest", canonical)
}

#[test]
fn a_path_parameter_is_a_field() {
    let get = operation(Method::GET, "/api/v0/kinds/{kind}/things/{id}");
    let expected = message("sample.v1.GetThingRequest", json!({ "id": 7, "kind": "CARD_KIND_MOBILE", "with": ["a"] }));
    assert_eq!(request(get, &[("kind", "mobile"), ("id", "7")], Some("with=a"), ""), Ok(expected));
    let found = field_errors(request(get, &[("kind", "other"), ("id", "seven")], None, ""));
    assert_eq!(found, errors([("kind", "must be one of: card, pin_code, mobile"), ("id", "must be a whole number")]));
}

#[test]
fn scalars_and_words_are_read_from_text() {
    let query = "page=2&search=a%20b+c&is_active=1&kind=pin_code";
    assert_eq!(list(query), expected(json!({ "page": 2, "search": "a b c", "isActive": true, "kind": "CARD_KIND_PIN_CODE" })));
    assert_eq!(list("is_active=false"), expected(json!({ "isActive": false })));
}

#[test]
fn a_repeated_key_is_a_list() {
    let query = "with=a&ids=1&with=b&ids=2&kinds=card&kinds=mobile";
    assert_eq!(list(query), expected(json!({ "with": ["a", "b"], "ids": [1, 2], "kinds": [1, 3] })));
}

#[test]
fn a_single_parameter_given_twice_is_refused() {
    assert_eq!(list_errors("page=1&page=2"), errors([("page", "given more than once")]));
}

#[test]
fn an_unknown_parameter_is_refused() {
    assert_eq!(list_errors("pgae=1&page=1"), errors([("pgae", "unknown parameter")]));
    let get = operation(Method::GET, "/api/v0/things/{id}");
    assert_eq!(field_errors(request(get, &[("id", "1")], Some("id=2"), "")), errors([("id", "unknown parameter")]));
    let act = operation(Method::POST, "/api/v0/things/{id}/act");
    assert_eq!(field_errors(request(act, &[("id", "1")], Some("reason=x"), "")), errors([("reason", "unknown parameter")]));
}

#[test]
fn a_parameter_is_taken_by_its_other_name_too_and_under_one_of_them_only() {
    assert_eq!(list("onlyActive=1"), expected(json!({ "isActive": true })));
    assert_eq!(list("is_active=true"), expected(json!({ "isActive": true })));
    assert_eq!(list_errors("onlyActive=1&is_active=1"), errors([("is_active", "given more than once")]));
    assert_eq!(list_errors("onlyActive=yes"), errors([("is_active", "must be true or false")]));
}

#[test]
fn an_empty_parameter_is_absent() {
    assert_eq!(list("search=&page=&kind=&is_active=&with=&since="), expected(json!({})));
}

#[test]
fn wrong_text_says_what_it_must_be() {
    let query = "page=two&is_active=yes&kind=x&ids=1&ids=b&since=now&period=1s&owner=me&page_=";
    let expected = errors([
        ("page", "must be a whole number"),
        ("is_active", "must be true or false"),
        ("kind", "must be one of: card, pin_code, mobile"),
        ("ids[1]", "must be a whole number"),
        ("since", "must be a date and time"),
        ("period", "must be a number"),
        ("owner", "must be a whole number"),
        ("page_", "unknown parameter"),
    ]);
    assert_eq!(list_errors(query), expected);
    assert_eq!(list_errors("page=99999999999999999999"), errors([("page", "out of range")]));
}

#[test]
fn times_periods_and_wrappers_are_plain_text() {
    let query = "since=2026-11-21T09:00:00%2B02:00&period=1.5&owner=0";
    assert_eq!(list(query), expected(json!({ "since": "2026-11-21T07:00:00Z", "period": "1.5s", "owner": "0" })));
}

#[test]
fn a_message_is_json_text() {
    let query = r#"filters={"match":"any","items":[{"field":"a"}]}&items=[{"count":1},{}]"#;
    assert_eq!(list(query), expected(json!({ "filters": { "match": "any", "items": [{ "field": "a" }] }, "items": [{ "count": 1 }, {}] })));
    assert_eq!(list_errors("filters=match"), errors([("filters", "must be an object")]));
    assert_eq!(list_errors(r#"filters={"items":[{"filed":"a"}]}"#), errors([("filters.items[0].filed", "unknown field")]));
}

#[test]
fn errors_of_query_and_body_come_together() {
    let update = operation(Method::PATCH, "/api/v0/things/{id}");
    let found = field_errors(request(update, &[("id", "x")], Some("force=1"), r#"{"name": 1}"#));
    assert_eq!(found, errors([("id", "must be a whole number"), ("force", "unknown parameter"), ("name", "must be a string")]));
}

#[test]
fn the_form_of_an_upload_is_read_like_a_query() {
    let upload = operation(Method::POST, "/api/v0/things/{id}/photo");
    let expected = message("sample.v1.Upload", json!({ "id": 3, "x": 10, "y": -2 }));
    assert_eq!(request(upload, &[("id", "3")], Some("x=10&y=-2"), ""), Ok(expected));
    assert_eq!(field_errors(request(upload, &[("id", "3")], Some("z=1"), "")), errors([("z", "unknown parameter")]));
    assert_eq!(field_errors(request(upload, &[("id", "3")], Some("image=text"), "")), errors([("image", "unknown parameter")]));
}

#[test]
fn the_file_of_an_upload_comes_in_pieces_after_the_form() {
    let upload = operation(Method::POST, "/api/v0/things/{id}/photo");
    let form = upload.request([("id", "3")].into_iter(), Some("x=10"), b"").unwrap();
    let name = message("vestibule.common.v1.FileChunk", json!({ "file_name": "me.png" }));
    let first = [form, upload.file_piece(&name.encode_to_vec())].concat();
    let decoded = DynamicMessage::decode(descriptor("sample.v1.Upload"), first.as_slice()).unwrap();
    assert_eq!(decoded, message("sample.v1.Upload", json!({ "id": 3, "x": 10, "image": { "file_name": "me.png" } })));
}

#[test]
fn u_0000_is_refused_in_path_and_query() {
    assert_eq!(list_errors("search=a%00b&with=%00"), errors([("search", "must not contain U+0000"), ("with[0]", "must not contain U+0000")]));
}
