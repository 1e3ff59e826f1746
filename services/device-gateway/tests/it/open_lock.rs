//! Opening a lock now.
use std::sync::atomic::Ordering;

use device_gateway::rpc::doors::DoorsRpc;
use device_protocol::DeviceCall;
use policy::Permission::CanViewAllDevices;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::doors_server::Doors;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use testing::{PROJECT, service, someone};
use tonic::{Code, Status};

use crate::panel::Panel;
use crate::site::{ROOT, Site, a_panel};

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
    let audit: Vec<AuditRecorded> = site.said("audit.recorded").await;
    assert!(audit.iter().any(|record| record.action == "open" && record.resource_id == device.id));
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
async fn a_device_without_mqtt_cannot_be_asked() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), Device { protocol: Protocol::Http.into(), ..a_panel(ROOT) }).await.unwrap();
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
    let request = OpenDoorRequest { device_id, lock_number, user_id: 17, user_name: "Concierge".into() };
    Ok(DoorsRpc(site.gateway.clone()).open_door(site.as_caller(caller, request)).await?.into_inner())
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
    let audit: Vec<AuditRecorded> = site.said("audit.recorded").await;
    let record = audit.iter().find(|record| record.action == "open").unwrap();
    assert_eq!((record.user_id, record.user_name.as_str(), record.resource_id), (17, "Concierge", device.id));
    site.end().await;
}

#[tokio::test]
async fn nobody_but_a_service_opens_a_door_for_another_and_none_of_another_project() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let of_others = service(testing::OTHER_PROJECT, "telephony");
    for (caller, refused) in [(site.admin(), Code::Unauthenticated), (testing::nobody(), Code::Unauthenticated), (of_others, Code::NotFound)] {
        assert_eq!(open_door(&site, &caller, device.id, 1).await.unwrap_err().code(), refused);
    }
    let offline = open_door(&site, &service(PROJECT, "telephony"), device.id, 1).await.unwrap_err();
    assert_eq!((offline.code(), offline.message()), (Code::FailedPrecondition, "device status is offline, unable to connect"));
    site.end().await;
}
