//! The number of statements of each list, item and change does not depend on how many rows there are.
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarms;
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::events_server::Events;
use proto::vestibule::device::v1::*;
use testing::statements;

use crate::access::card;
use crate::events::{event, push};
use crate::panel::Panel;
use crate::site::{Site, until};

/// Devices, a device, tasks, events, alarms; the change of a device.
async fn count(site: &Site, id: i64) -> [usize; 6] {
    let caller = site.admin();
    let request = site.as_caller(&caller, ListDevicesRequest { size: 100, ..Default::default() });
    let (listed, devices) = statements(site.devices().list_devices(request)).await;
    listed.expect("devices");
    let request = site.as_caller(&caller, GetDeviceRequest { id, ..Default::default() });
    let (found, device) = statements(site.devices().get_device(request)).await;
    found.expect("a device");
    let request = site.as_caller(&caller, ListDeviceTasksRequest { size: 100, ..Default::default() });
    let (listed, tasks) = statements(site.tasks().list_device_tasks(request)).await;
    listed.expect("tasks");
    let request = site.as_caller(&caller, ListEventsRequest { size: 100, ..Default::default() });
    let (listed, events) = statements(site.events_rpc().list_device_events(request)).await;
    listed.expect("events");
    let request = site.as_caller(&caller, ListDeviceAlarmsRequest { size: 100, ..Default::default() });
    let (listed, alarms) = statements(site.alarms().list_device_alarms(request)).await;
    listed.expect("alarms");
    let renamed = Device { id, name: format!("Door {}", devices.len()), ..Default::default() };
    let (changed, change) = statements(site.update(&caller, renamed, &["name"])).await;
    changed.expect("a change");
    [devices.len(), device.len(), tasks.len(), events.len(), alarms.len(), change.len()]
}

#[tokio::test]
async fn lists_items_and_changes_take_as_many_statements_for_many_rows_as_for_few() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert!(panel.push(push([event(1)])).await.is_success());
    // The first statements of a process prepare more.
    count(&site, device.id).await;
    let few = count(&site, device.id).await;
    for number in 2..10 {
        site.make_panel().await;
        assert!(panel.push(push([event(number)])).await.is_success());
    }
    let version = site.access.set(device.id, (1..8).map(card).collect(), vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    until("the tasks are done", async || site.info(device.id).await.tasks_waiting == 0).await;
    assert_eq!(count(&site, device.id).await, few);
    site.end().await;
}
