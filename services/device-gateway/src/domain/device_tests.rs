use proto::vestibule::common::v1::Ref;

use super::*;

fn door() -> api::Device {
    api::Device { name: "Door".into(), serial_number: "S-1".into(), domain: Some(Ref { id: 1, ..Ref::default() }), ..Default::default() }
}

fn errors(device: api::Device) -> Vec<String> {
    let mut fields = Fields::new();
    Device::from_api(device).0.validate(&mut fields);
    match fields.finish() {
        Err(kit::Error::Invalid(errors)) => errors.into_keys().collect(),
        _ => Vec::new(),
    }
}

fn mask(paths: &[&str]) -> Mask {
    Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
}

#[test]
fn a_name_and_a_serial_are_enough_the_rest_has_defaults() {
    let (device, _) = Device::from_api(door());
    assert_eq!(errors(door()), Vec::<String>::new());
    assert_eq!((device.kind, device.model.as_str(), device.port), (1, "AA-12", 80));
    assert_eq!(device.protocol, Protocol::Mqtt);
}

#[test]
fn a_model_must_be_one_of_its_type() {
    assert_eq!(errors(api::Device { model: "AT-10L".into(), ..door() }), ["model"]);
    assert!(errors(api::Device { r#type: 2, model: "AT-10L".into(), ..door() }).is_empty());
    assert_eq!(errors(api::Device { r#type: 3, ..door() }), ["model"]);
    assert_eq!(errors(api::Device { r#type: 9, ..door() }), ["type"]);
}

#[test]
fn a_serial_that_would_change_a_topic_is_refused() {
    for bad in ["", "a/b", "+", "a.b", "logs", "ж", &"x".repeat(65)] {
        assert_eq!(errors(api::Device { serial_number: bad.into(), ..door() }), ["serial_number"], "{bad}");
    }
}

#[test]
fn a_device_is_at_an_ip_address_or_at_the_name_of_a_host() {
    let at = |address: &str| errors(api::Device { ip_address: Some(address.into()), ..door() });
    for good in ["10.0.0.7", " 10.0.0.7 ", "2001:db8::7", "door-1.example.com", "door_1", "7th.example"] {
        assert_eq!(at(good), [""; 0], "{good}");
    }
    for bad in ["999.1.1.1", "10.0.0", "10.0.0.7:80", "http://10.0.0.7", "a b", "a..b", "-a.example", "door.7", "10.0.0.7/path", "1"] {
        assert_eq!(at(bad), ["ip_address"], "{bad}");
    }
}

#[test]
fn a_place_is_on_the_globe() {
    assert!(errors(api::Device { location_latitude: Some(-90.0), location_longitude: Some(180.0), ..door() }).is_empty());
    assert_eq!(errors(api::Device { location_latitude: Some(90.1), ..door() }), ["location_latitude"]);
    assert_eq!(errors(api::Device { location_longitude: Some(f64::NAN), ..door() }), ["location_longitude"]);
}

#[test]
fn a_patch_changes_only_what_it_names() {
    let (mut device, _) = Device::from_api(api::Device { description: Some("old".into()), ..door() });
    device.device_settings.sip.login = Some("1001".into());
    let (new, _) = Device::from_api(api::Device {
        description: None,
        device_settings: Some(api::DeviceSettings {
            sip: Some(api::SipSettings { talk_timeout: Some(60), ..Default::default() }),
            ..Default::default()
        }),
        ..Default::default()
    });
    let patched = device.merge(&new, &mask(&["description", "device_settings.sip.talk_timeout"]));
    assert_eq!(patched.description, None);
    assert_eq!(patched.device_settings.sip.talk_timeout, 60);
    assert_eq!((patched.name.as_str(), patched.device_settings.sip.login.as_deref()), ("Door", Some("1001")));
}

#[test]
fn a_patch_that_names_a_whole_part_replaces_it() {
    let (mut device, _) = Device::from_api(door());
    device.device_settings.sip.login = Some("1001".into());
    device.device_settings.network.is_dhcp = true;
    let device = device.merge(&Device::from_api(door()).0, &mask(&["device_settings.sip"]));
    assert_eq!(device.device_settings.sip.login, None);
    assert!(device.device_settings.network.is_dhcp);
}

#[test]
fn a_device_has_every_field_that_a_request_sets() {
    assert_eq!(FIELDS.differences(&Device::default()), [""; 0]);
}
