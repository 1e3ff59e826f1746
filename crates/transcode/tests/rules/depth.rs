//! Nesting is bounded in both directions, at the same level.

use crate::common::{descriptor, echo, echo_errors, echo_request, request};
use prost_reflect::prost::Message;
use prost_reflect::{DynamicMessage, Value as Dynamic};
use serde_json::{Value, json};
use transcode::{InputError, MAX_DEPTH, Malformed};

/// An object in an object, `levels` in all.
fn nested(key: &str, levels: usize) -> Value {
    (1..levels).fold(json!({}), |inner, _| json!({ key: inner }))
}

/// A message in a message, `levels` in all.
fn nested_message(levels: usize) -> DynamicMessage {
    let empty = || DynamicMessage::new(descriptor("sample.v1.Everything"));
    (1..levels).fold(empty(), |inner, _| {
        let mut outer = empty();
        outer.set_field_by_name("child", Dynamic::Message(inner));
        outer
    })
}

#[test]
fn messages_nest_to_the_limit_in_both_directions() {
    let request = echo_request(&nested("child", MAX_DEPTH)).expect("the deepest body is read");
    assert_eq!(request, nested_message(MAX_DEPTH));
    echo().response(&request.encode_to_vec(), &mut Vec::new()).expect("the deepest reply is written");
}

#[test]
fn messages_nested_beyond_the_limit_are_refused() {
    let found = echo_errors(&nested("child", MAX_DEPTH + 1));
    assert_eq!(found.values().collect::<Vec<_>>(), ["nested too deeply"]);
    let wire = nested_message(MAX_DEPTH + 1).encode_to_vec();
    assert_eq!(echo().response(&wire, &mut Vec::new()), Err(Malformed::TooDeep));
}

#[test]
fn free_json_nests_to_the_limit_and_no_further() {
    // The body and the field around it are levels too.
    let deepest = json!({ "well_known": { "struct": nested("a", MAX_DEPTH - 2) } });
    let request = echo_request(&deepest).expect("the deepest body is read");
    let mut out = Vec::new();
    echo().response(&request.encode_to_vec(), &mut out).expect("the deepest reply is written");
    assert_eq!(serde_json::from_slice::<Value>(&out).unwrap()["well_known"]["struct"], deepest["well_known"]["struct"]);

    let deeper = json!({ "well_known": { "struct": nested("a", MAX_DEPTH - 1) } });
    assert_eq!(echo_errors(&deeper).values().collect::<Vec<_>>(), ["nested too deeply"]);
}

#[test]
fn lists_of_free_json_are_bounded_too() {
    let list = (0..MAX_DEPTH).fold(json!([]), |inner, _| json!([inner]));
    assert_eq!(echo_errors(&json!({ "well_known": { "list": list } })).values().collect::<Vec<_>>(), ["nested too deeply"]);
}

#[test]
fn json_nested_beyond_reason_is_malformed() {
    let body = "[".repeat(100_000);
    assert!(matches!(request(echo(), &[], None, &body), Err(InputError::Malformed(_))));
}

#[test]
fn wire_bytes_nested_beyond_reason_are_refused() {
    let mut wire = Vec::new();
    for _ in 0..10_000 {
        let mut outer = Vec::new();
        prost_reflect::prost::encoding::bytes::encode(7, &wire, &mut outer);
        wire = outer;
    }
    assert_eq!(echo().response(&wire, &mut Vec::new()), Err(Malformed::TooDeep));
}
