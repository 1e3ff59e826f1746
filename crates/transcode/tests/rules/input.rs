//! JSON bodies -> protobuf.

use crate::common::{echo, echo_errors, echo_request, errors, field_errors, message, operation, request};
use http::Method;
use serde_json::{Value, json};
use transcode::{InputError, MAX_FIELD_ERRORS};

/// Our JSON makes the message that protobuf's own JSON makes.
fn same(ours: Value, canonical: Value) {
    assert_eq!(echo_request(&ours), Ok(message("sample.v1.Everything", canonical)), "{ours}");
}

#[test]
fn a_body_is_the_message() {
    same(
        json!({ "scalars": { "int64_value": 5, "kind": "pin_code", "bytes_value": "AA==" }, "far": "x" }),
        json!({ "scalars": { "int64Value": "5", "kind": "CARD_KIND_PIN_CODE", "bytesValue": "AA==" }, "far": "x" }),
    );
}

#[test]
fn an_empty_body_is_an_empty_message() {
    assert_eq!(request(echo(), &[], None, ""), Ok(message("sample.v1.Everything", json!({}))));
    assert_eq!(request(echo(), &[], None, " \n"), Ok(message("sample.v1.Everything", json!({}))));
}

#[test]
fn null_is_unset_for_optional_fields_messages_and_enums() {
    same(json!({ "scalars": { "kind": null }, "optionals": { "string_value": null }, "child": null }), json!({ "scalars": {}, "optionals": {} }));
}

#[test]
fn null_is_refused_where_it_can_not_stand() {
    let body = json!({ "scalars": { "int32_value": null, "string_value": null, "bool_value": null, "level": null }, "children": null, "lists": { "ids": [null], "kinds": [null] }, "maps": { "labels": null } });
    let expected = errors([
        ("scalars.int32_value", "must be a whole number"),
        ("scalars.string_value", "must be a string"),
        ("scalars.bool_value", "must be true or false"),
        ("scalars.level", "must be one of: low, high"),
        ("children", "must be a list"),
        ("lists.ids[0]", "must be a whole number"),
        ("lists.kinds[0]", "must be one of: card, pin_code, mobile"),
        ("maps.labels", "must be an object"),
    ]);
    assert_eq!(echo_errors(&body), expected);
}

#[test]
fn unknown_fields_are_refused_at_every_level() {
    let body = json!({ "nmae": 1, "scalars": { "int32Value": 1 }, "lists": { "items": [{ "field": "x" }, { "filed": "x" }] } });
    let expected = errors([("nmae", "unknown field"), ("scalars.int32Value", "unknown field"), ("lists.items[1].filed", "unknown field")]);
    assert_eq!(echo_errors(&body), expected);
}

#[test]
fn an_unknown_word_names_the_known_ones() {
    let expected = errors([("scalars.kind", "must be one of: card, pin_code, mobile")]);
    assert_eq!(echo_errors(&json!({ "scalars": { "kind": "CARD" } })), expected);
    assert_eq!(echo_errors(&json!({ "scalars": { "kind": "unspecified" } })), expected);
    assert_eq!(echo_errors(&json!({ "scalars": { "kind": 1 } })), expected);
}

#[test]
fn values_of_the_wrong_type_say_what_they_must_be() {
    let body = json!({
        "scalars": { "int32_value": "1", "int64_value": 1.5, "double_value": "1", "string_value": 1, "bool_value": 1, "bytes_value": "?" },
        "lists": { "ids": 1, "items": [1] },
        "maps": { "labels": [] },
        "well_known": { "timestamp": "yesterday", "duration": "1s", "mask": 1, "struct": [], "list": {}, "string": 1 },
        "child": "x",
    });
    let expected = errors([
        ("scalars.int32_value", "must be a whole number"),
        ("scalars.int64_value", "must be a whole number"),
        ("scalars.double_value", "must be a number"),
        ("scalars.string_value", "must be a string"),
        ("scalars.bool_value", "must be true or false"),
        ("scalars.bytes_value", "must be base64"),
        ("lists.ids", "must be a list"),
        ("lists.items[0]", "must be an object"),
        ("maps.labels", "must be an object"),
        ("well_known.timestamp", "must be a date and time"),
        ("well_known.duration", "must be a number"),
        ("well_known.mask", "must be a string"),
        ("well_known.struct", "must be an object"),
        ("well_known.list", "must be a list"),
        ("well_known.string", "must be a string"),
        ("child", "must be an object"),
    ]);
    assert_eq!(echo_errors(&body), expected);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let body = r#"{"scalars": {
        "int32_value": 2147483648, "uint32_value": -1, "uint64_value": 18446744073709551616, "int64_value": 9223372036854775808,
        "sint32_value": -2147483649, "fixed32_value": 4294967296, "float_value": 1e39
    }}"#;
    let found = field_errors(request(echo(), &[], None, body));
    assert_eq!(found.len(), 7);
    assert!(found.values().all(|message| message == "out of range"), "{found:?}");
}

#[test]
fn the_ends_of_the_ranges_are_accepted() {
    same(
        json!({ "scalars": { "int32_value": i32::MIN, "uint32_value": u32::MAX, "uint64_value": u64::MAX, "int64_value": i64::MIN, "sint64_value": i64::MIN, "sfixed32_value": i32::MIN } }),
        json!({ "scalars": { "int32Value": i32::MIN, "uint32Value": u32::MAX, "uint64Value": u64::MAX, "int64Value": i64::MIN, "sint64Value": i64::MIN, "sfixed32Value": i32::MIN } }),
    );
}

#[test]
fn two_members_of_a_oneof_are_refused() {
    let expected = errors([("choice.number", "only one of word, number, item, nothing, kind may be set")]);
    assert_eq!(echo_errors(&json!({ "choice": { "word": "x", "number": 1 } })), expected);
}

#[test]
fn a_null_member_of_a_oneof_is_not_set() {
    same(json!({ "choice": { "word": null, "number": 0, "item": null } }), json!({ "choice": { "number": 0 } }));
}

#[test]
fn a_timestamp_takes_any_rfc_3339() {
    for text in ["2026-11-21T09:00:00Z", "2026-11-21T09:00:00.000Z", "2026-11-21T11:30:00+02:30", "2026-11-21t09:00:00z"] {
        same(json!({ "well_known": { "timestamp": text } }), json!({ "wellKnown": { "timestamp": "2026-11-21T09:00:00Z" } }));
    }
    same(
        json!({ "well_known": { "timestamp": "1969-12-31T23:59:59.999999999Z" } }),
        json!({ "wellKnown": { "timestamp": "1969-12-31T23:59:59.999999999Z" } }),
    );
}

#[test]
fn a_timestamp_whose_offset_leaves_the_years_is_out_of_range() {
    let expected = errors([("well_known.timestamp", "out of range")]);
    assert_eq!(echo_errors(&json!({ "well_known": { "timestamp": "9999-12-31T23:59:59-01:00" } })), expected);
    assert_eq!(echo_errors(&json!({ "well_known": { "timestamp": "0001-01-01T00:00:00+01:00" } })), expected);
}

#[test]
fn a_duration_takes_seconds_with_decimals() {
    for (seconds, canonical) in [(json!(30), "30s"), (json!(1.5), "1.5s"), (json!(-0.25), "-0.25s"), (json!(0.9999999999), "1s")] {
        same(json!({ "well_known": { "duration": seconds } }), json!({ "wellKnown": { "duration": canonical } }));
    }
    assert_eq!(echo_errors(&json!({ "well_known": { "duration": 1e12 } })), errors([("well_known.duration", "out of range")]));
}

#[test]
fn free_json_and_wrappers_take_plain_values() {
    let free = json!({ "a": [1.0, "two", null, true, { "b": {} }] });
    same(
        json!({ "well_known": { "struct": free, "value": [1.0], "list": [null], "string": "", "int64": 7, "values": [null, "x"] } }),
        json!({ "wellKnown": { "struct": free, "value": [1.0], "list": [null], "string": "", "int64": "7", "values": [null, "x"] } }),
    );
}

#[test]
fn base64_takes_both_alphabets_with_and_without_padding() {
    for text in ["+/8=", "+/8", "-_8=", "-_8"] {
        same(json!({ "scalars": { "bytes_value": text } }), json!({ "scalars": { "bytesValue": "+/8=" } }));
    }
}

#[test]
fn keys_of_a_map_are_read_by_their_type() {
    same(
        json!({ "maps": { "weights": { "-3": 1.0 }, "kinds": { "true": "card" } } }),
        json!({ "maps": { "weights": { "-3": 1.0 }, "kinds": { "true": 1 } } }),
    );
    let expected = errors([("maps.weights.three", "the key must be a whole number"), ("maps.labels.a", "must be a string")]);
    assert_eq!(echo_errors(&json!({ "maps": { "weights": { "three": 1.0 }, "labels": { "a": null } } })), expected);
}

#[test]
fn all_errors_are_reported_up_to_a_bound() {
    let many: serde_json::Map<_, _> = (0..200).map(|number| (format!("no_field_{number:03}"), json!(1))).collect();
    assert_eq!(echo_errors(&Value::Object(many)).len(), MAX_FIELD_ERRORS);
}

#[test]
fn a_path_in_an_error_is_bounded() {
    let found = echo_errors(&json!({ "é".repeat(100_000): 1 }));
    let path = found.keys().next().unwrap();
    assert!(path.len() < 300);
    assert!(path.ends_with('…'));
}

#[test]
fn malformed_json_is_no_field_error() {
    for body in ["{", "{\"far\": }", "[1,", "\u{1}", "{\"far\": \"\\ud800\"}", "{} {}"] {
        let result = request(echo(), &[], None, body);
        assert!(matches!(result, Err(InputError::Malformed(_))), "{body}: {result:?}");
    }
    assert!(matches!(echo().request([].into_iter(), None, b"{\"far\": \"\xff\"}"), Err(InputError::Malformed(_))));
}

#[test]
fn a_body_of_the_wrong_form_is_malformed() {
    assert_eq!(request(echo(), &[], None, "[]"), Err(InputError::Malformed("expected an object, found a list".into())));
    assert_eq!(request(echo(), &[], None, "null"), Err(InputError::Malformed("expected an object, found null".into())));
    let replace = operation(Method::PUT, "/api/v0/things/{id}/items");
    assert_eq!(request(replace, &[("id", "1")], None, "{}"), Err(InputError::Malformed("expected a list, found an object".into())));
}

#[test]
fn a_list_can_be_the_body() {
    let replace = operation(Method::PUT, "/api/v0/things/{id}/items");
    let expected = message("sample.v1.ReplaceItemsRequest", json!({ "id": 1, "items": [{ "field": "a" }, { "count": 0 }] }));
    assert_eq!(request(replace, &[("id", "1")], None, r#"[{"field": "a"}, {"count": 0}]"#), Ok(expected));
    let found = field_errors(request(replace, &[("id", "1")], None, r#"[{}, {}, {}, {"field": 1}]"#));
    assert_eq!(found, errors([("[3].field", "must be a string")]));
}

#[test]
fn a_named_body_is_one_field_and_its_errors_are_relative_to_it() {
    let create = operation(Method::PUT, "/api/v0/things");
    let expected = message("sample.v1.CreateThingRequest", json!({ "thing": { "name": "x" } }));
    assert_eq!(request(create, &[], None, r#"{"name": "x"}"#), Ok(expected));
    let found = field_errors(request(create, &[], None, r#"{"device_settings": {"sip": {"port": "x"}}}"#));
    assert_eq!(found, errors([("device_settings.sip.port", "must be a whole number")]));
}

#[test]
fn a_body_over_the_limit_is_refused() {
    let create = operation(Method::PUT, "/api/v0/things");
    let body = format!("{{\"name\": \"{}\"}}", "x".repeat(2048));
    assert_eq!(request(create, &[], None, &body), Err(InputError::TooLarge { limit: 2048 }));
}

#[test]
fn a_body_cannot_set_what_the_path_sets() {
    let act = operation(Method::POST, "/api/v0/things/{id}/act");
    let expected = message("sample.v1.ActThingRequest", json!({ "id": 4, "reason": "x" }));
    assert_eq!(request(act, &[("id", "4")], None, r#"{"reason": "x"}"#), Ok(expected));
    assert_eq!(field_errors(request(act, &[("id", "4")], None, r#"{"id": 5}"#)), errors([("id", "unknown field")]));
}

#[test]
fn an_operation_without_a_body_takes_none() {
    let get = operation(Method::GET, "/api/v0/things/{id}");
    assert!(request(get, &[("id", "4")], None, "{}").is_ok());
    assert_eq!(field_errors(request(get, &[("id", "4")], None, r#"{"with": []}"#)), errors([("with", "unknown field")]));
}

#[test]
fn the_data_of_the_error_reply_names_the_fields() {
    let error = echo_request(&json!({ "far": 1, "scalars": { "kind": "x" } })).unwrap_err();
    let expected = json!({ "fields": { "far": "must be a string", "scalars.kind": "must be one of: card, pin_code, mobile" } });
    assert_eq!(error.data(), expected);
    assert_eq!(error.to_string(), "invalid data sent");
}

/// Postgres stores no such text, and programs in C end it there.
#[test]
fn u_0000_is_refused_in_every_text_of_a_body() {
    let refused = "must not contain U+0000";
    let body = json!({
        "scalars": { "string_value": "a\0b" },
        "lists": { "names": ["a", "\0"] },
        "maps": { "labels": { "a": "\0", "b\0": "b" } },
        "well_known": { "struct": { "a": ["\0"], "b\0": 1 }, "value": "\0", "string": "\0", "mask": "a,\0" },
    });
    let expected = errors([
        ("scalars.string_value", refused),
        ("lists.names[1]", refused),
        ("maps.labels.a", refused),
        ("maps.labels.b\0", "the key must not contain U+0000"),
        ("well_known.struct.a[0]", refused),
        ("well_known.struct.b\0", "the key must not contain U+0000"),
        ("well_known.value", refused),
        ("well_known.string", refused),
        ("well_known.mask", refused),
    ]);
    assert_eq!(echo_errors(&body), expected);
}
