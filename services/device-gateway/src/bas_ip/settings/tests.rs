use super::*;
use device_protocol::call_settings::{Buttons, TalkTimeout};
use device_protocol::face::{FaceMode, FaceSettings, Similarity};
use device_protocol::lift::LiftMode;
use device_protocol::lock::RemoteOpening;
use device_protocol::sip::{SipCallSettings, SipEnable};
use proto::vestibule::device::v1 as api;

fn panel() -> Device {
    let (mut device, _) = Device::from_api(api::Device { name: "Door".into(), serial_number: "S1".into(), ..Default::default() });
    device.device_settings.sip = Sip { enabled: true, login: Some("1001".into()), proxy_address: Some("sip.example.org".into()), ..Sip::default() };
    device
}

fn secrets() -> Surroundings {
    Surroundings { sip_password: Some("Secret1".into()), ..Surroundings::default() }
}

#[test]
fn sip_settings_are_written_then_switched_on() {
    let calls = calls(TaskKind::SipSettings, &panel(), &secrets()).unwrap();
    assert!(matches!(&calls[0], DeviceCall::WriteSip(sip) if sip.user == "1001" && sip.registration_interval == 600));
    assert!(matches!(calls[1], DeviceCall::EnableSip(SipEnable { sip_enable: true })));
    assert!(matches!(calls[2], DeviceCall::SetTalkTimeout(TalkTimeout { talk_timeout: 120 })));
}

#[test]
fn what_is_missing_is_named() {
    assert_eq!(calls(TaskKind::Address, &panel(), &secrets()).unwrap_err(), "the mode of the panel is not set");
}

#[test]
fn without_the_password_everything_but_the_account_is_sent() {
    let (mut device, none) = (panel(), Surroundings::default());
    device.device_settings.sip.talk_timeout = 60;
    let timeout = DeviceCall::SetTalkTimeout(TalkTimeout { talk_timeout: 60 });
    assert_eq!(calls(TaskKind::SipSettings, &device, &none).unwrap(), std::slice::from_ref(&timeout));
    assert!(lacking(TaskKind::SipSettings, &device, &none).is_some_and(|why| why.contains("another password")));
    device.device_settings.sip.enabled = false;
    let off = DeviceCall::EnableSip(SipEnable { sip_enable: false });
    assert_eq!(calls(TaskKind::SipSettings, &device, &none).unwrap(), [off, timeout]);
    assert_eq!(lacking(TaskKind::SipSettings, &device, &secrets()), None);
    assert_eq!(lacking(TaskKind::SipCalls, &device, &none), None);
    device.device_settings.sip.login = None;
    assert_eq!(lacking(TaskKind::SipSettings, &device, &none), None, "no account, no password");
}

#[test]
fn an_address_of_digits_becomes_a_mode() {
    let mut device = panel();
    device.device_settings.address =
        Address { mode: Some("unit".into()), building: Some("0012".into()), unit: Some("03".into()), ..Address::default() };
    let made = calls(TaskKind::Address, &device, &secrets()).unwrap();
    assert_eq!(made, [DeviceCall::SetMode(PanelMode::Unit { building: 12, unit: 3, device: 0 })]);
}

#[test]
fn a_device_that_lost_its_account_is_switched_off() {
    let (old, mut new) = (panel(), panel());
    new.device_settings.sip.forget_account();
    assert_eq!(tasks_of_change(&old, &new, false, false), [TaskKind::SipSettings]);
    let made = calls(TaskKind::SipSettings, &new, &Surroundings::default()).unwrap();
    assert!(matches!(made[0], DeviceCall::EnableSip(SipEnable { sip_enable: false })));
}

#[test]
fn only_what_changed_is_sent() {
    let (old, mut new) = (panel(), panel());
    assert!(tasks_of_change(&old, &new, false, true).is_empty());
    new.device_settings.sip.talk_timeout = 60;
    assert_eq!(tasks_of_change(&old, &new, false, true), [TaskKind::SipSettings]);
    new.realtime_logging = true;
    assert_eq!(tasks_of_change(&old, &new, false, false), [TaskKind::SipSettings]);
    assert_eq!(tasks_of_change(&old, &new, false, true), [TaskKind::SipSettings, TaskKind::ManagementServer]);
}

fn of_model(kind: api::DeviceType, model: &str) -> Device {
    let device = api::Device { name: "Door".into(), serial_number: "S1".into(), r#type: kind.into(), model: model.into(), ..Default::default() };
    Device::from_api(device).0
}

/// The tasks of default settings: those of the parts that the model has.
#[test]
fn a_model_is_told_what_it_has() {
    use TaskKind::*;
    use api::DeviceType as Type;
    let kinds = |kind, model| tasks(&of_model(kind, model), false);
    assert_eq!(kinds(Type::Panel, "AA-12"), [Additional, AlprCamera]);
    assert_eq!(kinds(Type::Panel, "AA-14FB"), [Additional, FaceRecognition, AlprCamera]);
    assert_eq!(kinds(Type::Accesscontroller, "CR-02BD"), [Additional]);
    assert_eq!(kinds(Type::Liftcontroller, "EVRC-IP"), [Relays, FloorMap]);
    assert_eq!(kinds(Type::IpCamera, "Axis"), [AlprCamera]);
    assert_eq!(kinds(Type::Barrier, "generic relay"), []);
    assert_eq!(kinds(Type::Monitor, "AT-10L"), []);
}

#[test]
fn only_as_many_buttons_are_told_as_there_are() {
    let opening = DeviceCall::SetRemoteOpening(RemoteOpening { is_enabled: false });
    let mut device = of_model(api::DeviceType::Panel, "BA-04BD");
    device.device_settings.additional.button_numbers = ["101", "", "103", ""].map(Into::into).to_vec();
    device.device_settings.additional.remote_lock_opening = false;
    let made = calls(TaskKind::Additional, &device, &secrets()).unwrap();
    let numbers = Buttons { button_numbers: ["101", "", "103", ""].map(Into::into).to_vec() };
    assert_eq!(made[..2], [DeviceCall::SetButtons(numbers), opening.clone()]);
    let keypad = Device { model: "AA-12".into(), ..device };
    assert_eq!(calls(TaskKind::Additional, &keypad, &secrets()).unwrap()[0], opening, "a keypad has no buttons");
}

#[test]
fn faces_lifts_and_calls_are_told_as_they_were_entered() {
    let mut device = of_model(api::DeviceType::Panel, "AA-14FB");
    device.device_settings.face_recognition.enabled = true;
    let faces = FaceSettings { is_enabled: true, mode: FaceMode::Depth, similarity: Similarity::High, is_autostart_enabled: false };
    assert_eq!(calls(TaskKind::FaceRecognition, &device, &secrets()).unwrap(), [DeviceCall::WriteFace(faces)]);
    device.device_settings.sip = Sip { enabled: true, rtp_profile: 102, ..Sip::default() };
    let how = SipCallSettings { rtp_profile: 102, use_address: false };
    assert_eq!(calls(TaskKind::SipCalls, &device, &secrets()).unwrap(), [DeviceCall::SetSipCalls(how)]);

    let mut lift = of_model(api::DeviceType::Liftcontroller, "EVRC-IP");
    lift.device_settings.lift_controller.settings.device_mode = "call-up-down".into();
    let made = calls(TaskKind::Relays, &lift, &secrets()).unwrap();
    assert!(matches!(&made[..], [DeviceCall::WriteRelays(relays)] if relays.device_mode == LiftMode::CallUpDown && relays.relay_open_time == 10));
}

#[test]
fn a_floor_map_is_told_from_below_and_another_order_is_no_change() {
    let floor = |floor: i32| crate::domain::floor::Floor { floor, ports: vec![floor], apartments: vec!["".into(), "7".into()], ..Default::default() };
    let mut old = of_model(api::DeviceType::Liftcontroller, "EVRC-IP");
    old.device_settings.lift_controller.floor_map = vec![floor(2), floor(1)];
    let made = calls(TaskKind::FloorMap, &old, &secrets()).unwrap();
    let [DeviceCall::WriteFloorMap(map)] = &made[..] else { panic!("{made:?}") };
    let ports: Vec<_> = map.floors.iter().map(|floor| (floor.floor_number, floor.ports.as_slice(), floor.apartments.len())).collect();
    assert_eq!(ports, [(1, &[1][..], 1), (2, &[2][..], 1)]);
    let mut new = old.clone();
    new.device_settings.lift_controller.floor_map.reverse();
    assert!(tasks_of_change(&old, &new, false, false).is_empty());
    new.device_settings.lift_controller.floor_map.pop();
    assert_eq!(tasks_of_change(&old, &new, false, false), [TaskKind::FloorMap]);
}

#[test]
fn how_a_device_calls_does_not_make_it_register_anew() {
    let (old, mut new) = (panel(), panel());
    new.device_settings.sip.rtp_profile = 102;
    assert_eq!(tasks_of_change(&old, &new, false, false), [TaskKind::SipCalls]);
    // Nor is it kinds before there is an account, and then it is not forgotten.
    let (mut without, mut with) = (old.clone(), new.clone());
    without.device_settings.sip = Sip { rtp_profile: 102, ..Sip::default() };
    assert!(!tasks(&without, false).contains(&TaskKind::SipCalls));
    with.device_settings.sip.rtp_profile = 102;
    assert!(tasks_of_change(&without, &with, false, false).contains(&TaskKind::SipCalls));
}

#[test]
fn another_model_is_told_what_the_old_one_did_not_have() {
    let old = of_model(api::DeviceType::Panel, "AA-12");
    let new = Device { model: "AA-14FB".into(), ..old.clone() };
    assert_eq!(tasks_of_change(&old, &new, false, false), [TaskKind::FaceRecognition]);
    assert!(tasks_of_change(&new, &old, false, false).is_empty());
}

#[test]
fn the_network_is_the_last_thing_that_is_told() {
    let mut device = panel();
    device.device_settings.network.is_dhcp = true;
    assert_eq!(tasks(&device, true).last(), Some(&TaskKind::Network));
}

#[test]
fn an_address_that_reaches_nobody_is_not_told() {
    let mut device = panel();
    let network = &mut device.device_settings.network;
    let text = |address: &str| Some(address.to_string());
    (network.ip, network.subnet, network.gateway, network.dns) = (text("10.0.0.5"), text("255.255.255.0"), text("10.0.1.1"), text("10.0.0.1"));
    assert_eq!(calls(TaskKind::Network, &device, &secrets()).unwrap_err(), "the gateway of the network must be in the subnet of the device");
    device.device_settings.network.gateway = text("10.0.0.1");
    assert!(calls(TaskKind::Network, &device, &secrets()).is_ok());
}
