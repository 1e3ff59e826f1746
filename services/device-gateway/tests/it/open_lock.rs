//! Opening a lock now.
use std::sync::atomic::Ordering;

use device_gateway::rpc::door::DoorService;
use device_protocol::DeviceCall;
use policy::Permission::{CanEditDevice, CanViewAllDevices};
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::doors_server::Doors;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use sqlx::{Connection, PgConnection};
use testing::{PROJECT, service, someone};
use tonic::{Code, Status};

use crate::events::{push, watching_url};
use crate::panel::Panel;
use crate::site::{ROOT, Site, a_panel, until};

async fn open(site: &Site, caller: &policy::Caller, id: i64, lock_number: i32) -> Result<OpenLockResponse, Status> {
    let request = site.as_caller(caller, OpenLockRequest { id, lock_number });
    Ok(site.devices().open_lock(request).await?.into_inner())
}

#[tokio::test]
async fn a_lock_of_a_device_that_is_online_opens_and_it_is_on_record() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    assert!(open(&site, &site.admin(), device.id, 1).await.unwrap().opened);
    let opened = |call: &DeviceCall| matches!(call, DeviceCall::OpenLock(lock) if lock.number() == 1);
    assert!(panel.memory.lock().unwrap().calls.iter().any(opened));
    let audit: Vec<AuditRecorded> = site.outbox_events("audit.recorded").await;
    assert!(audit.iter().any(|record| record.action == "open" && record.resource_id == device.id));
    site.end().await;
}

/// What a panel reports of a lock that was opened by a call to its API.
fn opened_by_api(id: u64, site: &Site) -> device_protocol::Event {
    let at = site.app.context.clock.now().format(&time::format_description::well_known::Rfc3339).unwrap();
    let event = serde_json::json!({"id": id, "created_at": at, "category": "access", "code": "access_granted_by_api_call", "info": {"lock": 1}});
    serde_json::from_value(event).unwrap()
}

#[tokio::test]
async fn the_event_of_a_remote_opening_names_who_opened() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let guard = policy::Caller { user_name: "Tom Becker".into(), ..someone(PROJECT, 31, [CanViewAllDevices, CanEditDevice], &[]) };
    open(&site, &guard, device.id, 1).await.expect("the door opens");
    panel.push(push([opened_by_api(1, &site)])).await;
    panel.push(push([opened_by_api(2, &site)])).await;
    let mut events = site.device_events(&site.admin()).await;
    events.sort_by_key(|event| event.id);
    let openers: Vec<_> = events.iter().map(|event| event.user.as_ref().map(|user| (user.id, user.name.clone()))).collect();
    // The second one was somebody at the device's own API.
    assert_eq!(openers, [Some((31, "Tom Becker".into())), None]);
    site.end().await;
}

#[tokio::test]
async fn the_event_of_an_opening_by_a_guests_link_names_the_guests_key_and_its_giver() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let key = proto::vestibule::common::v1::Ref { id: 70, name: "Courier".into() };
    let request =
        OpenDoorRequest { device_id: device.id, lock_number: 1, user_id: 17, user_name: "Anna".into(), identifier: Some(key), ..Default::default() };
    DoorService(site.gateway.clone()).open_door(site.as_caller(&service(PROJECT, "access"), request)).await.expect("the door opens");
    panel.push(push([opened_by_api(1, &site)])).await;
    let event = site.device_events(&site.admin()).await.remove(0);
    let name = |entity: Option<proto::vestibule::common::v1::Ref>| entity.map(|entity| (entity.id, entity.name));
    assert_eq!((name(event.user), name(event.identifier)), (Some((17, "Anna".into())), Some((70, "Courier".into()))));
    site.end().await;
}

fn was_asked_to_open(panel: &Panel) -> bool {
    panel.memory.lock().unwrap().calls.iter().any(|call| matches!(call, DeviceCall::OpenLock(_)))
}

/// What the audit log says of openings of the device: the error of each, if there is one.
async fn recorded_openings(site: &Site, device_id: i64) -> Vec<Option<String>> {
    let records: Vec<AuditRecorded> = site.outbox_events("audit.recorded").await;
    let openings = records.iter().filter(|record| record.action == "open" && record.resource_id == device_id);
    let error = |after: &str| serde_json::from_str::<serde_json::Value>(after).unwrap()["error"].as_str().map(String::from);
    openings.map(|record| error(&record.after)).collect()
}

#[tokio::test]
async fn a_door_opens_only_with_an_audit_record_though_the_client_goes_away() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    panel.memory.lock().unwrap().loses_answers_to_openings = true;
    let request = site.as_caller(&site.admin(), OpenLockRequest { id: device.id, lock_number: 1 });
    let devices = site.devices();
    let calling = tokio::spawn(async move { devices.open_lock(request).await });
    until("the door opens", async || was_asked_to_open(&panel)).await;
    calling.abort();
    assert!(calling.await.unwrap_err().is_cancelled());
    assert_eq!(recorded_openings(&site, device.id).await, [None]);
    until("that it did not answer is on record", async || recorded_openings(&site, device.id).await.len() == 2).await;
    assert!(recorded_openings(&site, device.id).await[1].is_some());
    site.end().await;
}

#[tokio::test]
async fn a_door_opens_only_with_an_audit_record_and_not_while_none_can_be_written() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let mut admin = PgConnection::connect(&watching_url(&site)).await.unwrap();
    sqlx::query("ALTER TABLE outbox RENAME TO outbox_away").execute(&mut admin).await.unwrap();
    assert!(open(&site, &site.admin(), device.id, 1).await.is_err());
    assert!(!was_asked_to_open(&panel));
    site.end().await;
}

#[tokio::test]
async fn a_device_that_is_offline_is_not_asked() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let refused = open(&site, &site.admin(), device.id, 1).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device status is offline, unable to connect"));
    site.end().await;
}

#[tokio::test]
async fn a_device_without_a_protocol_cannot_be_asked() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), Device { protocol: Protocol::None.into(), ..a_panel(ROOT) }).await.unwrap();
    let refused = open(&site, &site.admin(), device.id, 1).await.unwrap_err();
    assert_eq!(refused.message(), "device protocol is not mqtt, unable to connect");
    site.end().await;
}

#[tokio::test]
async fn a_lock_that_is_not_there_and_a_right_that_is_not_there_are_refused() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    assert_eq!(open(&site, &site.admin(), device.id, 9).await.unwrap_err().code(), Code::InvalidArgument);
    let watcher = someone(PROJECT, 6, [CanViewAllDevices], &[]);
    assert_eq!(open(&site, &watcher, device.id, 1).await.unwrap_err().code(), Code::PermissionDenied);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_does_not_answer_is_not_available() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    panel.is_mute.store(true, Ordering::Relaxed);
    let refused = open(&site, &site.admin(), device.id, 1).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::Unavailable, "device or service not available"));
    site.end().await;
}

async fn open_door(site: &Site, caller: &policy::Caller, device_id: i64, lock_number: i32) -> Result<OpenDoorResponse, Status> {
    let request = OpenDoorRequest { device_id, lock_number, user_id: 17, user_name: "Concierge".into(), ..Default::default() };
    Ok(DoorService(site.gateway.clone()).open_door(site.as_caller(caller, request)).await?.into_inner())
}

#[tokio::test]
async fn another_service_opens_a_door_for_a_user_who_is_on_record() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    assert!(open_door(&site, &service(PROJECT, "telephony"), device.id, 1).await.unwrap().opened);
    let opened = |call: &DeviceCall| matches!(call, DeviceCall::OpenLock(lock) if lock.number() == 1);
    assert!(panel.memory.lock().unwrap().calls.iter().any(opened));
    let audit: Vec<AuditRecorded> = site.outbox_events("audit.recorded").await;
    let record = audit.iter().find(|record| record.action == "open").unwrap();
    assert_eq!((record.user_id, record.user_name.as_str(), record.resource_id), (17, "Concierge", device.id));
    site.end().await;
}

#[tokio::test]
async fn a_door_that_another_service_opens_by_a_token_is_on_record_under_its_name() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let _panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let token = Some(policy::CallerToken { id: 3, name: "Barrier".into(), ..policy::CallerToken::default() });
    let telephony = policy::Caller { token, ..service(PROJECT, "telephony") };
    assert!(open_door(&site, &telephony, device.id, 1).await.unwrap().opened);
    let audit: Vec<AuditRecorded> = site.outbox_events("audit.recorded").await;
    let record = audit.iter().find(|record| record.action == "open").unwrap();
    assert_eq!((record.user_name.as_str(), record.token_name.as_str()), ("Concierge", "Barrier"));
    site.end().await;
}

#[tokio::test]
async fn nobody_but_a_service_opens_a_door_for_another_and_none_of_another_project() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let of_others = service(testing::OTHER_PROJECT, "telephony");
    for (caller, refused) in [(site.admin(), Code::PermissionDenied), (testing::nobody(), Code::Unauthenticated), (of_others, Code::NotFound)] {
        assert_eq!(open_door(&site, &caller, device.id, 1).await.unwrap_err().code(), refused);
    }
    let offline = open_door(&site, &service(PROJECT, "telephony"), device.id, 1).await.unwrap_err();
    assert_eq!((offline.code(), offline.message()), (Code::FailedPrecondition, "device status is offline, unable to connect"));
    site.end().await;
}
