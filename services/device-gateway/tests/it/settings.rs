//! The settings of a device: what a person enters reaches it, as far as its model has it.
use std::sync::atomic::Ordering;

use device_protocol::call_settings::Buttons;
use device_protocol::lift::LiftMode;
use device_protocol::lock::RemoteOpening;
use device_protocol::plates::PlateCamera;
use device_protocol::sip::SipCallSettings;
use device_protocol::{DeviceCall, face, network};
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits};
use testing::{OTHER_PROJECT, PROJECT};

use crate::panel::Panel;
use crate::site::{HOUSE, ROOT, Site, a_panel, until};

fn of_model(kind: DeviceType, model: &str) -> Device {
    Device { r#type: kind.into(), model: model.into(), ..a_panel(ROOT) }
}

/// A device that is there.
async fn connected(site: &Site, device: Device) -> (Device, Panel) {
    let device = site.create(&site.admin(), device).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    (device, panel)
}

async fn change(site: &Site, device: &Device, settings: DeviceSettings, paths: &[&str]) {
    let paths: Vec<String> = paths.iter().map(|path| format!("device_settings.{path}")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let device = Device { id: device.id, device_settings: Some(settings), ..Default::default() };
    site.update(&site.admin(), device, &paths).await.unwrap();
}

async fn until_told(site: &Site, device: &Device) {
    until("everything was sent", async || site.info(device.id).await.tasks_waiting == 0).await;
}

fn calls(panel: &Panel) -> Vec<DeviceCall> {
    panel.memory.lock().unwrap().calls.clone()
}

async fn kinds(site: &Site, device: &Device) -> Vec<(String, TaskStatus)> {
    site.tasks_of(device.id).await.into_iter().map(|task| (task.kind.clone(), task.status())).collect()
}

fn done(kinds: &[&str]) -> Vec<(String, TaskStatus)> {
    kinds.iter().map(|kind| (kind.to_string(), TaskStatus::Completed)).collect()
}

fn faces() -> FaceRecognitionSettings {
    FaceRecognitionSettings { enabled: true, mode: Some("2D".into()), similarity: Some("medium".into()), autostart: true }
}

#[tokio::test]
async fn changed_settings_of_a_panel_reach_it() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, of_model(DeviceType::Panel, "AA-14FB")).await;
    let settings = DeviceSettings {
        additional: Some(AdditionalSettings { remote_lock_opening: false, alpr_camera_interaction: true, ..Default::default() }),
        face_recognition: Some(faces()),
        alpr_camera: Some(AlprCameraSettings { using: true, allow_remote_opening_lock: false }),
        ..Default::default()
    };
    change(&site, &device, settings, &["additional", "face_recognition", "alpr_camera"]).await;
    until_told(&site, &device).await;
    assert_eq!(kinds(&site, &device).await, done(&["additional", "face_recognition", "alpr_camera"]));
    let sent = calls(&panel);
    assert!(sent.contains(&DeviceCall::SetRemoteOpening(RemoteOpening { is_enabled: false })));
    assert!(sent.contains(&DeviceCall::WriteFace(face::FaceSettings {
        is_enabled: true,
        mode: face::FaceMode::Flat,
        similarity: face::Similarity::Medium,
        is_autostart_enabled: true
    })));
    assert!(sent.contains(&DeviceCall::WritePlateCamera(PlateCamera { is_enabled: true, is_remote_opening_enabled: false })));
    site.end().await;
}

#[tokio::test]
async fn the_numbers_of_buttons_and_the_profile_of_calls_reach_the_panel() {
    let site = Site::start().await;
    let mut wanted = of_model(DeviceType::Panel, "BA-04BD");
    let sip = SipSettings {
        enabled: true,
        proxy_address: Some("sip.example.org".into()),
        login: Some("1001".into()),
        password: Some("Secret1".into()),
        ..Default::default()
    };
    wanted.device_settings.as_mut().unwrap().sip = Some(sip);
    let (device, panel) = connected(&site, wanted).await;
    until_told(&site, &device).await;
    panel.memory.lock().unwrap().calls.clear();
    let settings = DeviceSettings {
        sip: Some(SipSettings { rtp_profile: Some(102), ..Default::default() }),
        additional: Some(AdditionalSettings { button_numbers: vec!["101".into(), "102".into()], ..Default::default() }),
        ..Default::default()
    };
    change(&site, &device, settings, &["sip.rtp_profile", "additional.button_numbers"]).await;
    until_told(&site, &device).await;
    let sent = calls(&panel);
    let numbers = ["101", "102", "", ""].map(String::from).to_vec();
    assert!(sent.contains(&DeviceCall::SetButtons(Buttons { button_numbers: numbers })));
    assert!(sent.contains(&DeviceCall::SetSipCalls(SipCallSettings { rtp_profile: 102, use_address: false })));
    assert!(!sent.iter().any(|call| matches!(call, DeviceCall::WriteSip(_))), "the account is as it was");
    site.end().await;
}

#[tokio::test]
async fn the_relays_and_floors_of_a_lift_reach_its_controller() {
    let site = Site::start().await;
    let (device, controller) = connected(&site, of_model(DeviceType::Liftcontroller, "EVRC-IP")).await;
    let floor = Floor { floor: 3, name: "Third".into(), apartments: vec!["01-12".into()], ports: vec![3, 4], ..Default::default() };
    let lift = LiftControllerSettings {
        enabled: true,
        settings: Some(LiftSettings { device_mode: Some("call-up-down".into()), ..Default::default() }),
        floor_map: vec![floor],
    };
    change(&site, &device, DeviceSettings { lift_controller: Some(lift), ..Default::default() }, &["lift_controller"]).await;
    until_told(&site, &device).await;
    assert_eq!(kinds(&site, &device).await, done(&["relays", "floor_map"]));
    let sent = calls(&controller);
    assert!(
        sent.iter().any(|call| matches!(call, DeviceCall::WriteRelays(relays) if relays.is_enabled && relays.device_mode == LiftMode::CallUpDown))
    );
    assert!(
        sent.iter()
            .any(|call| matches!(call, DeviceCall::WriteFloorMap(map) if map.floors.len() == 1 && map.floors[0].floor_number == 3 && map.floors[0].ports == [3, 4]))
    );
    site.end().await;
}

#[tokio::test]
async fn a_setting_that_the_model_does_not_have_is_not_sent() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, of_model(DeviceType::Panel, "AA-12")).await;
    let settings = DeviceSettings {
        face_recognition: Some(faces()),
        lift_controller: Some(LiftControllerSettings { enabled: true, ..Default::default() }),
        additional: Some(AdditionalSettings { button_numbers: vec!["101".into()], remote_lock_opening: true, ..Default::default() }),
        ..Default::default()
    };
    change(&site, &device, settings, &["face_recognition", "lift_controller", "additional"]).await;
    assert_eq!(kinds(&site, &device).await, []);
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until_told(&site, &device).await;
    assert_eq!(kinds(&site, &device).await, done(&["additional", "alpr_camera", "forwards"]));
    assert!(calls(&panel).iter().all(|call| {
        !matches!(call, DeviceCall::WriteFace(_) | DeviceCall::WriteRelays(_) | DeviceCall::WriteFloorMap(_) | DeviceCall::SetButtons(_))
    }));
    site.end().await;
}

#[tokio::test]
async fn a_setting_that_the_panel_refuses_is_an_error_at_once_and_can_be_sent_again() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, of_model(DeviceType::Panel, "AA-14FB")).await;
    panel.memory.lock().unwrap().refuses_settings = Some(404);
    change(&site, &device, DeviceSettings { face_recognition: Some(faces()), ..Default::default() }, &["face_recognition"]).await;
    until("the task is in error", async || site.info(device.id).await.tasks_failed == 1).await;
    let task = site.tasks_of(device.id).await.remove(0);
    assert_eq!((task.kind.as_str(), task.attempts, task.error.as_deref()), ("face_recognition", 1, Some("not on this firmware (404)")));

    panel.memory.lock().unwrap().refuses_settings = None;
    let again = site.devices().restart_device_queue(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    assert_eq!(again.into_inner().tasks, 1);
    until_told(&site, &device).await;
    assert_eq!(kinds(&site, &device).await, done(&["face_recognition"]));
    site.end().await;
}

#[tokio::test]
async fn settings_that_a_device_is_made_with_reach_it() {
    let site = Site::start().await;
    let mut wanted = of_model(DeviceType::Panel, "AA-14FB");
    wanted.device_settings.as_mut().unwrap().face_recognition = Some(faces());
    let (device, panel) = connected(&site, wanted).await;
    until_told(&site, &device).await;
    assert_eq!(kinds(&site, &device).await, done(&["face_recognition"]));
    assert!(calls(&panel).iter().any(|call| matches!(call, DeviceCall::WriteFace(_))));
    site.end().await;
}

#[tokio::test]
async fn what_was_entered_while_a_device_had_no_link_is_sent_when_it_has_one() {
    let site = Site::start().await;
    let wanted = Device { protocol: Protocol::None.into(), ..of_model(DeviceType::Panel, "AA-14FB") };
    let device = site.create(&site.admin(), wanted).await.unwrap();
    change(&site, &device, DeviceSettings { face_recognition: Some(faces()), ..Default::default() }, &["face_recognition"]).await;
    assert_eq!(kinds(&site, &device).await, []);
    let linked = Device { id: device.id, protocol: Protocol::Mqtt.into(), ..Default::default() };
    site.update(&site.admin(), linked, &["protocol"]).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    until("the panel has it", async || calls(&panel).iter().any(|call| matches!(call, DeviceCall::WriteFace(_)))).await;
    site.end().await;
}

fn by_dhcp() -> DeviceSettings {
    DeviceSettings { network: Some(NetworkSettings { is_dhcp: true, ..Default::default() }), ..Default::default() }
}

/// The panel that it cut off was brought back by hand, and must not be cut off again.
#[tokio::test]
async fn a_change_of_the_network_that_was_not_answered_is_sent_again_only_by_a_person() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, a_panel(ROOT)).await;
    let version = site.access.set(device.id, vec![crate::access::card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    panel.is_mute.store(true, Ordering::Relaxed);
    change(&site, &device, by_dhcp(), &["network"]).await;
    let task = async || site.tasks_of(device.id).await.pop().unwrap();
    until("it was sent", async || task().await.kind == "network" && task().await.status() == TaskStatus::Started).await;
    let memory = panel.vanish().await;
    until("it counts as failed", async || site.info(device.id).await.tasks_failed == 1).await;
    assert_eq!(task().await.error.as_deref(), Some("the device did not answer the change of its network"));
    memory.lock().unwrap().calls.clear();

    let panel = Panel::connect_with(&device.serial_number, memory).await;
    site.until_online(device.id, true).await;
    until("it was asked what it holds", async || calls(&panel).iter().any(|call| matches!(call, DeviceCall::ReadIdentifiers(_)))).await;
    until_told(&site, &device).await;
    assert_eq!((task().await.kind.as_str(), task().await.status()), ("network", TaskStatus::Error));
    assert!(!calls(&panel).contains(&DeviceCall::WriteNetwork(network::NetworkSettings::DHCP)));
    site.devices().restart_device_queue(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until_told(&site, &device).await;
    assert!(calls(&panel).contains(&DeviceCall::WriteNetwork(network::NetworkSettings::DHCP)));
    site.end().await;
}

#[tokio::test]
async fn apply_sends_the_network_after_everything_else() {
    let site = Site::start().await;
    let mut wanted = a_panel(ROOT);
    wanted.device_settings.as_mut().unwrap().network = by_dhcp().network;
    let (device, panel) = connected(&site, wanted).await;
    until_told(&site, &device).await;
    let version = site.access.set(device.id, vec![crate::access::card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    panel.memory.lock().unwrap().calls.clear();
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until_told(&site, &device).await;
    let sent = calls(&panel);
    let place = |test: fn(&DeviceCall) -> bool| sent.iter().position(test).unwrap();
    assert!(place(|call| matches!(call, DeviceCall::WriteNetwork(_))) > place(|call| matches!(call, DeviceCall::WriteIdentifiers(_))));
    site.end().await;
}

#[tokio::test]
async fn settings_that_a_licence_allows_are_switched_on_with_it_and_off_without() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), of_model(DeviceType::Panel, "AA-12")).await.unwrap();
    let lift =
        |enabled: bool| DeviceSettings { lift_controller: Some(LiftControllerSettings { enabled, ..Default::default() }), ..Default::default() };
    let patch = async |enabled: bool| {
        let device = Device { id: device.id, device_settings: Some(lift(enabled)), ..Default::default() };
        site.update(&site.admin(), device, &["device_settings.lift_controller.enabled"]).await
    };
    site.license(1, &["sip"]).await;
    let refused = patch(true).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (tonic::Code::FailedPrecondition, "feature is not licensed"));
    let new = Device { device_settings: Some(lift(true)), ..of_model(DeviceType::Panel, "AA-12") };
    assert_eq!(site.create(&site.admin(), new).await.unwrap_err().message(), "feature is not licensed");
    site.license(2, &["elevator"]).await;
    patch(true).await.unwrap();
    site.license(3, &["sip"]).await;
    patch(true).await.expect("it is on already");
    patch(false).await.unwrap();
}

/// The project has both features of devices; the house has only these.
fn of_house(version: i64, features: &[&str]) -> LicenseChanged {
    let names = |features: &[&str]| features.iter().map(|feature| feature.to_string()).collect::<Vec<_>>();
    let groups = vec![GroupLicenseLimits { group_id: HOUSE, features: names(features), ..Default::default() }];
    let limits = Some(LicenseLimits { groups, ..Default::default() });
    LicenseChanged { project_id: PROJECT, version, features: names(&["elevator", "license_plate"]), limits, ..Default::default() }
}

#[tokio::test]
async fn settings_are_switched_on_for_devices_whose_group_has_the_feature() {
    let site = Site::start().await;
    let lift =
        |enabled: bool| DeviceSettings { lift_controller: Some(LiftControllerSettings { enabled, ..Default::default() }), ..Default::default() };
    let plates = DeviceSettings { alpr_camera: Some(AlprCameraSettings { using: true, ..Default::default() }), ..Default::default() };
    let panel = |group: i64, settings: &DeviceSettings| Device {
        domain: Some(proto::vestibule::common::v1::Ref { id: group, ..Default::default() }),
        device_settings: Some(settings.clone()),
        ..of_model(DeviceType::Panel, "AA-12")
    };
    let refused = |answer: Result<Device, tonic::Status>| answer.err().is_some_and(|refused| refused.message() == "feature is not licensed");
    site.deliver("licensing.license.changed", of_house(1, &["sip"])).await;
    assert!(refused(site.create(&site.admin(), panel(HOUSE, &lift(true))).await));
    assert!(refused(site.create(&site.admin(), panel(HOUSE, &plates)).await));
    let of_root = site.create(&site.admin(), panel(ROOT, &lift(true))).await.expect("a group without limits has what the project has");
    let moved = Device { id: of_root.id, ..panel(HOUSE, &lift(true)) };
    assert!(refused(site.update(&site.admin(), moved.clone(), &["domain"]).await), "and takes it nowhere else");
    site.deliver("licensing.license.changed", of_house(2, &["elevator"])).await;
    site.update(&site.admin(), moved.clone(), &["domain"]).await.expect("the house has it now");
    site.deliver("licensing.license.changed", LicenseChanged { project_id: OTHER_PROJECT, ..of_house(9, &[]) }).await;
    let patch = async |enabled: bool| {
        let device = Device { id: moved.id, device_settings: Some(lift(enabled)), ..Default::default() };
        site.update(&site.admin(), device, &["device_settings.lift_controller.enabled"]).await
    };
    site.deliver("licensing.license.changed", of_house(3, &["sip"])).await;
    patch(true).await.expect("it is on already");
    patch(false).await.expect("and is switched off without");
    assert!(refused(patch(true).await));
}

/// As after an upgrade: the features of the project are here, and nothing of its groups.
#[tokio::test]
async fn the_snapshot_that_licensing_publishes_at_its_start_fills_what_an_upgrade_has_added() {
    let site = Site::start().await;
    site.deliver("licensing.license.changed", of_house(7, &["sip"])).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    for table in ["license_group_limits", "license_snapshots"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    site.deliver("licensing.license.changed", of_house(7, &["sip"])).await;
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let features: Vec<Vec<String>> =
        sqlx::query_scalar("SELECT features FROM license_group_limits WHERE group_id = $1").bind(HOUSE).fetch_all(&mut *tx).await.unwrap();
    assert_eq!(features, [["sip"]]);
}
