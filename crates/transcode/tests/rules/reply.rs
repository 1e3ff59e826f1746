//! Protobuf -> JSON.

use crate::common::{echo, operation, reply, reply_bytes};
use http::Method;
use prost_reflect::prost::encoding::{WireType, encode_key, encode_varint};
use serde_json::{Value, json};
use transcode::Malformed;

/// A length-delimited field.
fn nested(number: u32, content: &[u8]) -> Vec<u8> {
    let mut wire = Vec::new();
    encode_key(number, WireType::LengthDelimited, &mut wire);
    encode_varint(content.len() as u64, &mut wire);
    wire.extend_from_slice(content);
    wire
}

fn varint(number: u32, value: u64) -> Vec<u8> {
    let mut wire = Vec::new();
    encode_key(number, WireType::Varint, &mut wire);
    encode_varint(value, &mut wire);
    wire
}

#[test]
fn keys_are_snake_case_and_all_there() {
    let reply = reply(json!({ "scalars": {} }));
    let scalars = reply["scalars"].as_object().unwrap();
    assert_eq!(scalars.len(), 17);
    assert_eq!(scalars["int64_value"], json!(0));
    assert_eq!(scalars["string_value"], json!(""));
    assert_eq!(scalars["bool_value"], json!(false));
}

#[test]
fn sixty_four_bit_integers_are_numbers() {
    let reply = reply(json!({ "scalars": { "int64Value": "-9223372036854775808", "uint64Value": "18446744073709551615" } }));
    assert_eq!(reply["scalars"]["int64_value"], json!(i64::MIN));
    assert_eq!(reply["scalars"]["uint64_value"], json!(u64::MAX));
}

#[test]
fn an_enum_is_a_lower_case_word_without_its_prefix() {
    let reply = reply(json!({ "scalars": { "kind": "CARD_KIND_PIN_CODE", "level": "LEVEL_HIGH" } }));
    assert_eq!(reply["scalars"]["kind"], json!("pin_code"));
    assert_eq!(reply["scalars"]["level"], json!("high"));
}

#[test]
fn an_unspecified_enum_is_null_and_another_zero_is_a_word() {
    let reply = reply(json!({ "scalars": {} }));
    assert_eq!(reply["scalars"]["kind"], Value::Null);
    assert_eq!(reply["scalars"]["level"], json!("low"));
}

#[test]
fn an_enum_number_of_a_newer_service_is_null() {
    let reply = reply_bytes(&nested(1, &varint(16, 99))).unwrap();
    assert_eq!(reply["scalars"]["kind"], Value::Null);
}

#[test]
fn what_is_unset_is_an_explicit_null() {
    let reply = reply(json!({ "optionals": {} }));
    assert!(reply["optionals"].as_object().unwrap().values().all(Value::is_null));
    assert_eq!(reply["optionals"].as_object().unwrap().len(), 8);
    assert_eq!(reply["scalars"], Value::Null);
    assert_eq!(reply["children"], json!([]));
}

#[test]
fn an_optional_zero_is_not_null() {
    let reply = reply(json!({ "optionals": { "int32Value": 0, "stringValue": "", "boolValue": false } }));
    assert_eq!(reply["optionals"]["int32_value"], json!(0));
    assert_eq!(reply["optionals"]["string_value"], json!(""));
    assert_eq!(reply["optionals"]["bool_value"], json!(false));
}

#[test]
fn members_of_a_oneof_are_null_when_unset() {
    let reply = reply(json!({ "choice": { "number": 0 } }));
    let expected = json!({ "word": null, "number": 0, "item": null, "nothing": null, "kind": null, "beside": "" });
    assert_eq!(reply["choice"], expected);
}

#[test]
fn of_two_members_of_a_oneof_the_last_on_the_wire_counts() {
    let choice = [varint(2, 7), nested(1, b"late")].concat();
    let reply = reply_bytes(&nested(6, &choice)).unwrap();
    assert_eq!(reply["choice"]["word"], json!("late"));
    assert_eq!(reply["choice"]["number"], Value::Null);
}

#[test]
fn bytes_are_base64() {
    let reply = reply(json!({ "scalars": { "bytesValue": "+/8=" }, "lists": { "blobs": ["", "AA==", "AAAA"] } }));
    assert_eq!(reply["scalars"]["bytes_value"], json!("+/8="));
    assert_eq!(reply["lists"]["blobs"], json!(["", "AA==", "AAAA"]));
}

#[test]
fn maps_are_objects_with_text_keys() {
    let reply = reply(json!({ "maps": { "labels": { "a\"b": "c" }, "weights": { "-3": 0.5 }, "kinds": { "true": 1 }, "items": { "4": {} } } }));
    assert_eq!(reply["maps"]["labels"], json!({ "a\"b": "c" }));
    assert_eq!(reply["maps"]["weights"], json!({ "-3": 0.5 }));
    assert_eq!(reply["maps"]["kinds"], json!({ "true": "card" }));
    assert_eq!(reply["maps"]["items"], json!({ "4": { "field": "", "count": null } }));
}

#[test]
fn an_empty_map_entry_is_a_zero_key_and_value() {
    let maps = [nested(1, &[]), nested(3, &[]), nested(4, &[])].concat();
    let reply = reply_bytes(&nested(4, &maps)).unwrap();
    assert_eq!(reply["maps"]["labels"], json!({ "": "" }));
    assert_eq!(reply["maps"]["kinds"], json!({ "false": null }));
    assert_eq!(reply["maps"]["items"], json!({ "0": { "field": "", "count": null } }));
}

#[test]
fn a_list_reads_packed_and_loose_elements_alike() {
    let packed = nested(1, &[1, 2]);
    let loose = varint(1, 3);
    let reply = reply_bytes(&nested(3, &[packed, loose].concat())).unwrap();
    assert_eq!(reply["lists"]["ids"], json!([1, 2, 3]));
}

#[test]
fn a_list_keeps_its_order_when_other_fields_stand_between() {
    let wire = [nested(8, b"a"), varint(1, 1), nested(8, b"b")].concat();
    let reply = reply_bytes(&nested(3, &wire)).unwrap();
    assert_eq!(reply["lists"]["names"], json!(["a", "b"]));
}

#[test]
fn a_timestamp_has_exactly_milliseconds() {
    let times = json!(["2026-11-21T09:00:00Z", "2026-11-21T09:00:00.123456789Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z"]);
    let reply = reply(json!({ "lists": { "times": times } }));
    let expected = json!(["2026-11-21T09:00:00.000Z", "2026-11-21T09:00:00.123Z", "0001-01-01T00:00:00.000Z", "1969-12-31T23:59:59.500Z"]);
    assert_eq!(reply["lists"]["times"], expected);
}

#[test]
fn a_timestamp_beyond_the_year_9999_is_malformed() {
    let year_10000 = varint(1, 253_402_300_800);
    assert_eq!(reply_bytes(&nested(5, &nested(1, &year_10000))), Err(Malformed::Time));
    let nanos = varint(2, 1_000_000_000);
    assert_eq!(reply_bytes(&nested(5, &nested(1, &nanos))), Err(Malformed::Time));
}

#[test]
fn a_duration_is_a_number_of_seconds() {
    for (canonical, seconds) in
        [("30s", json!(30)), ("1.5s", json!(1.5)), ("-0.25s", json!(-0.25)), ("0s", json!(0)), ("-2.000000001s", json!(-2.000000001))]
    {
        let reply = reply(json!({ "wellKnown": { "duration": canonical } }));
        assert_eq!(reply["well_known"]["duration"], seconds, "{canonical}");
    }
}

#[test]
fn free_json_and_wrappers_are_plain_values() {
    let free = json!({ "a": [1, "two", null, true, { "b": {} }] });
    let reply =
        reply(json!({ "wellKnown": { "struct": free, "value": "x", "list": [null], "string": "", "int64": "7", "bool": false, "bytes": "AA==" } }));
    let well_known = &reply["well_known"];
    assert_eq!(well_known["struct"], free);
    assert_eq!(well_known["value"], json!("x"));
    assert_eq!(well_known["list"], json!([null]));
    assert_eq!(well_known["string"], json!(""));
    assert_eq!(well_known["int64"], json!(7));
    assert_eq!(well_known["bool"], json!(false));
    assert_eq!(well_known["bytes"], json!("AA=="));
    assert_eq!(well_known["double"], Value::Null);
}

#[test]
fn a_field_mask_is_one_text_in_snake_case() {
    let reply = reply(json!({ "wellKnown": { "mask": "name,deviceSettings.getLogs" } }));
    assert_eq!(reply["well_known"]["mask"], json!("name,device_settings.get_logs"));
}

#[test]
fn a_number_that_is_not_finite_is_null() {
    let reply = reply(json!({ "scalars": { "doubleValue": "NaN", "floatValue": "-Infinity" } }));
    assert_eq!(reply["scalars"]["double_value"], Value::Null);
    assert_eq!(reply["scalars"]["float_value"], Value::Null);
}

#[test]
fn a_single_precision_number_keeps_its_short_form() {
    let mut out = Vec::new();
    echo().response(&nested(1, &[&[0x65][..], &0.1f32.to_le_bytes()].concat()), &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("\"float_value\":0.1,"));
}

#[test]
fn empty_is_an_empty_object() {
    let mut out = Vec::new();
    operation(Method::DELETE, "/api/v0/things/{id}").response(&[], &mut out).unwrap();
    assert_eq!(out, b"{}");
}

#[test]
fn a_message_in_pieces_is_merged() {
    let pieces = [nested(1, &varint(1, 5)), nested(1, &varint(2, 6))].concat();
    let reply = reply_bytes(&pieces).unwrap();
    assert_eq!(reply["scalars"]["int32_value"], json!(5));
    assert_eq!(reply["scalars"]["int64_value"], json!(6));
}

#[test]
fn fields_of_a_newer_service_are_passed_over() {
    let wire = [varint(500, 1), nested(501, b"new"), nested(1000, b"known")].concat();
    assert_eq!(reply_bytes(&wire).unwrap()["far"], json!("known"));
}

#[test]
fn a_field_in_the_encoding_of_another_type_is_malformed() {
    assert_eq!(reply_bytes(&varint(1000, 1)), Err(Malformed::WireType));
    assert_eq!(reply_bytes(&varint(1, 1)), Err(Malformed::WireType));
    assert_eq!(reply_bytes(&nested(1, &nested(16, b"word"))), Err(Malformed::WireType));
    assert_eq!(reply_bytes(&nested(4, &varint(1, 1))), Err(Malformed::WireType));
}

#[test]
fn a_string_that_is_not_utf8_is_malformed() {
    assert_eq!(reply_bytes(&nested(1000, &[0xff])), Err(Malformed::Utf8));
}

#[test]
fn a_malformed_reply_leaves_the_buffer_as_it_was() {
    let mut out = b"before".to_vec();
    let wire = [nested(1, &[]), vec![0xff]].concat();
    assert_eq!(echo().response(&wire, &mut out), Err(Malformed::Damaged));
    assert_eq!(out, b"before");
    assert_eq!(echo().response(&nested(1000, &[0xff]), &mut out), Err(Malformed::Utf8));
    assert_eq!(out, b"before");
}

#[test]
fn a_reply_that_grows_without_bound_is_refused() {
    // Two bytes each, some 200 as JSON.
    let wire = [0x42, 0x00].repeat(700_000);
    assert_eq!(reply_bytes(&wire), Err(Malformed::TooLarge));
}
