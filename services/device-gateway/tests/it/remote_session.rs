//! Remote control: who gets a session with a device, how long it lasts, and how it ends.
use std::sync::atomic::Ordering;

use device_gateway::operation::remote_session;
use device_gateway::rpc::remote_session::RemoteSessionService;
use device_protocol::DeviceCall;
use policy::Permission::{CanEditDevice, CanViewAllDevices};
use policy::{Caller, PermissionSet};
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::remote_sessions_server::RemoteSessions;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use serde_json::{Value, json};
use testing::{OTHER_PROJECT, PROJECT, group_administrator, someone};
use time::Duration;
use tonic::{Code, Status};

use crate::panel::{FIRMWARE, PAGE_LOGIN, PAGE_PASSWORD, Panel};
use crate::site::{HOUSE, ROOT, Site, a_panel, until};

pub const WRONG: &str = "not-the-password";

pub async fn begin_with(site: &Site, caller: &Caller, serial: &str, password: &str) -> Result<RemoteSession, Status> {
    let request = BeginRemoteSessionRequest { serial_number: serial.into(), login: PAGE_LOGIN.into(), password: password.into() };
    let rpc = RemoteSessionService(site.gateway.clone());
    Ok(rpc.begin_remote_session(site.as_caller(caller, request)).await?.into_inner())
}

pub async fn begin(site: &Site, caller: &Caller, device: &Device) -> Result<RemoteSession, Status> {
    begin_with(site, caller, &device.serial_number, PAGE_PASSWORD).await
}

async fn update(site: &Site, caller: &Caller, id: i64, is_active: Option<bool>) -> Result<RemoteSession, Status> {
    let rpc = RemoteSessionService(site.gateway.clone());
    Ok(rpc.update_remote_session(site.as_caller(caller, UpdateRemoteSessionRequest { id, is_active })).await?.into_inner())
}

/// A panel that is online, and the device that it is.
pub async fn online(site: &Site) -> (Panel, Device) {
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    (panel, device)
}

pub fn colleague() -> Caller {
    someone(PROJECT, 2, PermissionSet::everything(), &[])
}

pub fn logins(panel: &Panel) -> usize {
    panel.memory.lock().unwrap().calls.iter().filter(|call| matches!(call, DeviceCall::Login(_))).count()
}

pub fn detail(status: &Status) -> Value {
    serde_json::from_slice(&status.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap()).unwrap()
}

async fn records(site: &Site) -> Vec<AuditRecorded> {
    let records: Vec<AuditRecorded> = site.outbox_events("audit.recorded").await;
    records.into_iter().filter(|record| record.action.ends_with("remote control")).collect()
}

pub async fn in_the_audit_log(site: &Site) -> Vec<(String, i64)> {
    records(site).await.into_iter().map(|record| (record.action, record.resource_id)).collect()
}

/// As every minute.
async fn sweep(site: &Site) {
    let mut tx = site.app.context.database.system().await.unwrap();
    remote_session::expire(&mut tx, &site.app.context.clock, 1000).await.unwrap();
    tx.commit().await.unwrap();
}

pub async fn sessions_kept(site: &Site) -> i64 {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query_scalar("SELECT count(*) FROM remote_sessions").fetch_one(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn who_knows_the_devices_login_and_password_controls_it_for_five_minutes() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    let (started_at, expires_at) = (session.started_at.unwrap(), session.expires_at.unwrap());
    assert!(session.is_active);
    assert_eq!((session.device.unwrap().id, expires_at.seconds - started_at.seconds), (device.id, 300));
    let info = session.info.unwrap();
    assert_eq!((info.serial_number, info.model.as_str(), info.firmware.as_str()), (device.serial_number, "AA-12", FIRMWARE));
    assert_eq!(in_the_audit_log(&site).await, [("begin remote control".into(), device.id)]);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_is_offline_is_not_controlled() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let refused = begin(&site, &site.admin(), &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device is offline, cannot remote control"));
    assert_eq!(detail(&refused)["code"], "device_offline");
    site.end().await;
}

#[tokio::test]
async fn a_device_without_mqtt_is_not_controlled() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), Device { protocol: Protocol::Http.into(), ..a_panel(ROOT) }).await.unwrap();
    let refused = begin(&site, &site.admin(), &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device is not MQTT, cannot remote control"));
    assert_eq!(detail(&refused)["code"], "device_not_mqtt");
    site.end().await;
}

#[tokio::test]
async fn a_login_that_the_device_refuses_begins_nothing_and_is_on_record_without_what_was_typed() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let refused = begin_with(&site, &site.admin(), &device.serial_number, WRONG).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device does not take this login and password"));
    assert_eq!((logins(&panel), sessions_kept(&site).await), (1, 0));
    let [record] = &records(&site).await[..] else { panic!("one record") };
    assert_eq!((record.action.as_str(), record.resource.as_str(), record.resource_id), ("refuse remote control", "devices", device.id));
    assert_eq!((record.project_id, record.user_id, record.user_name.as_str(), record.ip.as_str()), (PROJECT, 1, "user 1", "127.0.0.1"));
    assert_eq!((record.resource_name.as_str(), record.before.as_str(), record.after.as_str()), (device.name.as_str(), "{}", "{}"));
    begin(&site, &site.admin(), &device).await.unwrap();
    for (_, payload) in site.app.events().await {
        let text = String::from_utf8_lossy(&payload);
        assert!(!text.contains(PAGE_PASSWORD) && !text.contains(WRONG), "{text}");
    }
    site.end().await;
}

#[tokio::test]
async fn a_device_that_cannot_say_whether_a_password_is_right_is_not_quoted() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    panel.memory.lock().unwrap().knows_no_login = true;
    let refused = begin(&site, &site.admin(), &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device or service not available"));
    assert_eq!(detail(&refused)["data"], json!({"device": 404}));
    assert_eq!(in_the_audit_log(&site).await, [], "it has refused nobody");
    site.end().await;
}

#[tokio::test]
async fn a_device_that_does_not_answer_in_time_is_not_available() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    panel.is_mute.store(true, Ordering::Relaxed);
    let refused = begin(&site, &site.admin(), &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::Unavailable, "device or service not available"));
    assert_eq!(sessions_kept(&site).await, 0);
    site.end().await;
}

#[tokio::test]
async fn what_is_not_filled_in_is_refused_before_the_device_is_asked() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let refused = begin_with(&site, &site.admin(), &device.serial_number, "").await.unwrap_err();
    assert_eq!((refused.code(), detail(&refused)["data"].clone()), (Code::InvalidArgument, json!({"fields": {"password": "required"}})));
    assert_eq!(logins(&panel), 0);
    site.end().await;
}

#[tokio::test]
async fn who_may_not_edit_a_device_does_not_control_it() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    let watcher = someone(PROJECT, 1, [CanViewAllDevices], &[]);
    assert_eq!(begin(&site, &watcher, &device).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(update(&site, &watcher, session.id, Some(false)).await.unwrap_err().code(), Code::PermissionDenied);
    let of_one_house = group_administrator(PROJECT, 5, &[HOUSE]);
    let refused = begin(&site, &of_one_house, &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::NotFound, "item not found"));
    assert_eq!(logins(&panel), 1);
    begin(&site, &someone(PROJECT, 1, [CanViewAllDevices, CanEditDevice], &[]), &device).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn a_device_of_another_tenant_or_of_nobody_is_not_found() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    let stranger = testing::administrator(OTHER_PROJECT);
    let refused = begin(&site, &stranger, &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::NotFound, "item not found"));
    let unknown = begin_with(&site, &site.admin(), "no-such-device", PAGE_PASSWORD).await.unwrap_err();
    assert_eq!((unknown.code(), unknown.message()), (Code::NotFound, "item not found"));
    // The administrators of both tenants have the same number.
    for is_active in [true, false] {
        assert_eq!(update(&site, &stranger, session.id, Some(is_active)).await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!((logins(&panel), sessions_kept(&site).await), (1, 1));
    site.end().await;
}

#[tokio::test]
async fn a_session_that_is_kept_alive_goes_on_and_tells_of_the_device_anew() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    for _ in 0..3 {
        site.app.context.clock.advance(Duration::minutes(4));
        let kept = update(&site, &site.admin(), session.id, Some(true)).await.unwrap();
        assert_eq!((kept.id, kept.is_active, kept.started_at), (session.id, true, session.started_at));
        assert_eq!(kept.info.unwrap().firmware, FIRMWARE);
    }
    panel.vanish().await;
    site.until_online(device.id, false).await;
    let kept = update(&site, &site.admin(), session.id, Some(true)).await.unwrap();
    assert_eq!((kept.is_active, kept.info), (true, None), "it may come back: a panel that restarts does");
    let refused = update(&site, &site.admin(), session.id, None).await.unwrap_err();
    assert_eq!(detail(&refused)["data"], json!({"fields": {"is_active": "required"}}));
    site.end().await;
}

#[tokio::test]
async fn a_session_that_is_closed_is_over_for_good_and_both_are_on_record() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    let closed = update(&site, &site.admin(), session.id, Some(false)).await.unwrap();
    assert_eq!((closed.is_active, closed.info), (false, None));
    for is_active in [true, false] {
        assert_eq!(update(&site, &site.admin(), session.id, Some(is_active)).await.unwrap_err().code(), Code::NotFound);
    }
    site.app.context.clock.advance(Duration::minutes(5));
    sweep(&site).await;
    let record = [("begin remote control".into(), device.id), ("end remote control".into(), device.id)];
    assert_eq!(in_the_audit_log(&site).await, record);
    begin(&site, &colleague(), &device).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn a_session_of_which_nothing_is_heard_ends_after_five_minutes_and_is_swept_away() {
    let mut site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(5));
    for is_active in [true, false] {
        assert_eq!(update(&site, &site.admin(), session.id, Some(is_active)).await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!(sessions_kept(&site).await, 1);
    // Sweeps as it starts.
    site.start_replica().await;
    until("the session is swept away", async || sessions_kept(&site).await == 0).await;
    site.end().await;
}

#[tokio::test]
async fn a_session_that_ends_by_itself_is_on_record_as_of_whoever_began_it() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    begin(&site, &colleague(), &device).await.unwrap();
    sweep(&site).await;
    assert_eq!(records(&site).await.len(), 1, "it goes on");
    site.app.context.clock.advance(Duration::minutes(5));
    sweep(&site).await;
    let [_, record] = &records(&site).await[..] else { panic!("its beginning and its end") };
    assert_eq!((record.action.as_str(), record.resource.as_str(), record.resource_id), ("expire remote control", "devices", device.id));
    assert_eq!((record.project_id, record.user_id, record.user_name.as_str(), record.ip.as_str()), (PROJECT, 2, "user 2", ""));
    assert_eq!((record.resource_name.as_str(), record.before.as_str(), record.after.as_str()), (device.name.as_str(), "{}", "{}"));
    site.end().await;
}

#[tokio::test]
async fn replicas_that_sweep_at_once_tell_of_a_session_that_ended_once() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    begin(&site, &site.admin(), &device).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(5));
    let context = &site.app.context;
    let (mut one, mut other) = (context.database.system().await.unwrap(), context.database.system().await.unwrap());
    remote_session::expire(&mut one, &context.clock, 1000).await.unwrap();
    remote_session::expire(&mut other, &context.clock, 1000).await.unwrap();
    one.commit().await.unwrap();
    other.commit().await.unwrap();
    assert_eq!(in_the_audit_log(&site).await, [("begin remote control".into(), device.id), ("expire remote control".into(), device.id)]);
    site.end().await;
}

#[tokio::test]
async fn a_sweep_that_comes_to_nothing_leaves_the_session_to_the_next_one() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    begin(&site, &site.admin(), &device).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(5));
    let mut lost = site.app.context.database.system().await.unwrap();
    remote_session::expire(&mut lost, &site.app.context.clock, 1000).await.unwrap();
    lost.rollback().await.unwrap();
    assert_eq!((sessions_kept(&site).await, in_the_audit_log(&site).await.len()), (1, 1));
    sweep(&site).await;
    assert_eq!((sessions_kept(&site).await, in_the_audit_log(&site).await.len()), (0, 2));
    site.end().await;
}

#[tokio::test]
async fn the_next_user_does_not_wait_for_the_sweep() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let first = begin(&site, &site.admin(), &device).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(5));
    let second = begin(&site, &colleague(), &device).await.unwrap();
    assert_ne!(first.id, second.id);
    sweep(&site).await;
    let recorded: Vec<_> = records(&site).await.into_iter().map(|record| (record.action, record.user_id)).collect();
    let expected = [("begin remote control", 1), ("expire remote control", 1), ("begin remote control", 2)];
    assert_eq!(recorded, expected.map(|(action, user_id)| (action.to_owned(), user_id)), "the end of the first is recorded once");
    assert_eq!(update(&site, &site.admin(), second.id, Some(false)).await.unwrap_err().code(), Code::NotFound, "it is not theirs");
    site.end().await;
}

#[tokio::test]
async fn a_device_that_another_user_controls_is_refused_with_their_name_and_not_bothered() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    let refused = begin(&site, &colleague(), &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device is remotely controlled by another user"));
    assert_eq!(detail(&refused), json!({"code": "remotely_controlled", "data": {"names": ["user 1"]}}));
    assert_eq!(logins(&panel), 1);
    for is_active in [true, false] {
        assert_eq!(update(&site, &colleague(), session.id, Some(is_active)).await.unwrap_err().code(), Code::NotFound);
    }
    site.end().await;
}

#[tokio::test]
async fn of_two_users_at_once_one_gets_the_device() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let (admin, colleague) = (site.admin(), colleague());
    let (one, other) = tokio::join!(begin(&site, &admin, &device), begin(&site, &colleague, &device));
    let (won, lost) = if one.is_ok() { (one, other) } else { (other, one) };
    assert!(won.is_ok());
    assert_eq!(lost.unwrap_err().message(), "device is remotely controlled by another user");
    assert_eq!(sessions_kept(&site).await, 1);
    site.end().await;
}

#[tokio::test]
async fn the_same_user_renews_the_session_by_proving_themself_again() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let first = begin(&site, &site.admin(), &device).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(2));
    assert!(begin_with(&site, &site.admin(), &device.serial_number, WRONG).await.is_err());
    let again = begin(&site, &site.admin(), &device).await.unwrap();
    assert_eq!((again.id, again.started_at), (first.id, first.started_at));
    assert_eq!(again.expires_at.unwrap().seconds - first.expires_at.unwrap().seconds, 120);
    assert_eq!(logins(&panel), 3);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_is_deleted_takes_its_session_along() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let session = begin(&site, &site.admin(), &device).await.unwrap();
    site.devices().delete_device(site.as_caller(&site.admin(), DeleteDeviceRequest { id: device.id })).await.unwrap();
    assert_eq!(update(&site, &site.admin(), session.id, Some(true)).await.unwrap_err().code(), Code::NotFound);
    assert_eq!((sessions_kept(&site).await, in_the_audit_log(&site).await.len()), (0, 1), "it did not end by itself");
    site.end().await;
}

#[tokio::test]
async fn a_session_that_ended_by_itself_is_told_though_its_device_is_deleted_before_the_sweep() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    begin(&site, &site.admin(), &device).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(5));
    site.devices().delete_device(site.as_caller(&site.admin(), DeleteDeviceRequest { id: device.id })).await.unwrap();
    sweep(&site).await;
    assert_eq!(in_the_audit_log(&site).await, [("begin remote control".into(), device.id), ("expire remote control".into(), device.id)]);
    site.end().await;
}
