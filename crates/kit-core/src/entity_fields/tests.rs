use serde::Deserialize;
use serde_json::json;

use super::*;

/// A user with one field less than the message has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct WithoutPhone {
    login: Option<String>,
    name: String,
    description: Option<String>,
    role_id: i64,
    domains: Vec<i64>,
    email: Option<String>,
    is_active: bool,
    address: Option<String>,
    markers: Vec<i64>,
    linked_users: Vec<i64>,
    elevator_access_disabled: bool,
}

fn user() -> WithoutPhone {
    WithoutPhone {
        login: None,
        name: "Anna".into(),
        description: Some("here".into()),
        role_id: 1,
        domains: vec![4],
        email: None,
        is_active: true,
        address: Some("Flat 4".into()),
        markers: vec![],
        linked_users: vec![],
        elevator_access_disabled: false,
    }
}

fn fields() -> EntityFields {
    EntityFields::new("vestibule.identity.v1.User")
}

fn mask(paths: &[&str]) -> Mask {
    Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
}

fn faults(draft: &impl Serialize) -> Vec<(String, String)> {
    let mut noted = Fields::new();
    fields().check(draft, &mut noted);
    match noted.finish() {
        Ok(()) => Vec::new(),
        Err(crate::Error::Invalid(faults)) => faults.into_iter().collect(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_field_of_the_message_that_a_draft_lacks_is_found() {
    assert_eq!(fields().differences(&user()), ["profile.phone is missing from the draft"]);
}

#[test]
fn a_field_of_a_draft_that_the_message_has_not_is_found() {
    let mut draft = object(&user());
    draft.extend([("phone".to_string(), json!(null)), ("nickname".to_string(), json!(null))]);
    assert_eq!(fields().differences(&draft), ["nickname is no field of the message"]);
}

#[test]
fn what_is_lacking_or_too_much_in_a_nested_message_is_found() {
    let draft = json!({ "device_settings": { "network": { "is_dhcp": true, "ip6": null } } });
    let differences = EntityFields::new("vestibule.device.v1.Device").differences(&draft);
    let of_network: Vec<&str> = differences.iter().map(String::as_str).filter(|path| path.contains("network")).collect();
    assert_eq!(of_network[..2], ["device_settings.network.ip is missing from the draft", "device_settings.network.subnet is missing from the draft"]);
    assert_eq!(of_network.last(), Some(&"device_settings.network.ip6 is no field of the message"));
    assert!(!differences.iter().any(|path| path.contains("password")), "a secret is in no draft: {differences:?}");
}

#[test]
fn what_the_mask_names_is_taken_and_the_rest_stays() {
    let new = WithoutPhone { name: "Eva".into(), role_id: 2, address: None, domains: vec![5], ..user() };
    let merge = |paths: &[&str]| fields().merge(&user(), &new, &mask(paths));
    assert_eq!(merge(&[]), user());
    assert_eq!(merge(&["name", "role"]), WithoutPhone { name: "Eva".into(), role_id: 2, ..user() });
    assert_eq!(merge(&["profile"]), WithoutPhone { address: None, ..user() });
    assert_eq!(merge(&["profile.address", "domains"]), WithoutPhone { address: None, domains: vec![5], ..user() });
}

#[test]
fn a_nested_message_is_merged_by_its_leaves() {
    let settings = |ip: &str, dns: &str| json!({ "device_settings": { "network": { "ip": ip, "dns": dns }, "sip": { "login": ip } } });
    let fields = EntityFields::new("vestibule.device.v1.Device");
    let merged = fields.merge(&settings("1", "2"), &settings("3", "4"), &mask(&["device_settings.network.dns", "device_settings.sip"]));
    assert_eq!(merged, json!({ "device_settings": { "network": { "ip": "1", "dns": "4" }, "sip": { "login": "3" } } }));
}

#[test]
fn a_field_is_held_to_the_limits_of_its_message() {
    assert_eq!(faults(&user()), []);
    let long = WithoutPhone { name: " ".into(), description: Some("a".repeat(1001)), address: Some("a\0".into()), ..user() };
    let expected = [("description", "maximum length is 1000"), ("name", "required"), ("profile.address", "must not contain control characters")];
    assert_eq!(faults(&long), expected.map(|(path, message)| (path.to_string(), message.to_string())));
    assert_eq!(faults(&WithoutPhone { description: Some("two\nlines".into()), ..user() }), []);
    assert_eq!(faults(&WithoutPhone { name: "two\nlines".into(), ..user() })[0].1, "must not contain control characters");
}

#[test]
fn a_number_is_held_to_the_range_of_its_message() {
    let faults = |draft: Value| {
        let mut noted = Fields::new();
        EntityFields::new("vestibule.device.v1.Device").check(&draft, &mut noted);
        noted.finish().map_err(|error| format!("{error:?}"))
    };
    assert!(faults(json!({ "name": "a", "port": 80, "location_latitude": -90.0 })).is_ok());
    assert!(faults(json!({ "name": "a", "port": 65_536 })).unwrap_err().contains("must be within 1 - 65535"));
    assert!(faults(json!({ "name": "a", "location_latitude": 90.5 })).unwrap_err().contains("must be within -90 - 90"));
}
