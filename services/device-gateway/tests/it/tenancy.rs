//! Two tenants never see each other's devices, tasks and events.
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use testing::{App, OTHER_PROJECT};
use tonic::Code;

use crate::events::{event, push};
use crate::panel::Panel;
use crate::site::{ELSEWHERE, Site, a_panel, until};

#[tokio::test]
async fn every_table_is_guarded_by_row_level_security() {
    let app = App::start("device-gateway", &device_gateway::MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_device_of_another_tenant_does_not_exist() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let stranger = testing::administrator(OTHER_PROJECT);
    assert_eq!(site.get(&stranger, device.id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.update(&stranger, Device { id: device.id, ..Default::default() }, &["name"]).await.unwrap_err().code(), Code::NotFound);
    let request = site.as_caller(&stranger, DeleteDeviceRequest { id: device.id });
    assert_eq!(site.devices().delete_device(request).await.unwrap_err().code(), Code::NotFound);
    let request = site.as_caller(&stranger, OpenLockRequest { id: device.id, lock_number: 1 });
    assert_eq!(site.devices().open_lock(request).await.unwrap_err().code(), Code::NotFound);
    let list = site.devices().list_devices(site.as_caller(&stranger, ListDevicesRequest::default())).await.unwrap().into_inner();
    assert!(list.items.is_empty());
    site.end().await;
}

#[tokio::test]
async fn a_serial_number_is_taken_over_all_tenants() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let stranger = testing::administrator(OTHER_PROJECT);
    let same = Device { serial_number: device.serial_number.clone(), ..a_panel(ELSEWHERE) };
    let refused = site.create(&stranger, same.clone()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "serial number or e-mail already used"));
    let request = site.as_caller(&site.admin(), DeleteDeviceRequest { id: device.id });
    site.devices().delete_device(request).await.unwrap();
    site.create(&stranger, same).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn events_and_tasks_stay_with_their_tenant() {
    let site = Site::start().await;
    let stranger = testing::administrator(OTHER_PROJECT);
    let (ours, theirs) = (site.make_panel().await, site.create(&stranger, a_panel(ELSEWHERE)).await.unwrap());
    for device in [&ours, &theirs] {
        let panel = Panel::connect(&device.serial_number).await;
        panel.push(push([event(1)])).await;
    }
    let of = |events: Vec<Event>| events.into_iter().map(|event| event.device.unwrap().id).collect::<Vec<_>>();
    assert_eq!(of(site.device_events(&site.admin()).await), [ours.id]);
    assert_eq!(of(site.device_events(&stranger).await), [theirs.id]);

    let version = site.access.set(ours.id, vec![crate::access::card(1)], vec![]);
    site.list_changed(ours.id, version).await;
    until("a task is made", async || !site.tasks_of(ours.id).await.is_empty()).await;
    let task = site.tasks_of(ours.id).await[0].id;
    let list = site.tasks().list_device_tasks(site.as_caller(&stranger, ListDeviceTasksRequest::default())).await.unwrap().into_inner();
    assert!(list.items.is_empty());
    let request = site.as_caller(&stranger, DeleteDeviceTaskRequest { id: task });
    assert_eq!(site.tasks().delete_device_task(request).await.unwrap_err().code(), Code::NotFound);
    site.end().await;
}
