//! The clock of a device: schedules are read by it, so it has the zone of the project or holds none.
use device_protocol::DeviceCall;
use device_protocol::clock::{ChangeDay, ClockSettings};
use proto::vestibule::access::v1::DesiredIdentifier;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::ProjectChanged;
use testing::PROJECT;

use crate::access::{card, link, office_hours};
use crate::panel::Panel;
use crate::site::{Site, until};

fn with_hours(number: i64) -> DesiredIdentifier {
    DesiredIdentifier { schedule_link_ids: vec![link(100).to_string()], ..card(number) }
}

async fn zone_changed(site: &Site, version: i64, time_zone: &str) {
    site.deliver("identity.project.changed", ProjectChanged { id: PROJECT, version, time_zone: time_zone.into(), ..Default::default() }).await;
}

fn received_settings(panel: &Panel) -> Vec<ClockSettings> {
    let calls = panel.memory.lock().unwrap().calls.clone();
    calls.into_iter().filter_map(|call| if let DeviceCall::SetClock(clock) = call { Some(clock) } else { None }).collect()
}

async fn sync_errors(site: &Site, id: i64) -> Vec<(i64, String)> {
    let request = site.as_caller(&site.admin(), ListSyncErrorsRequest { id });
    let mut errors: Vec<(i64, String)> =
        site.devices().list_sync_errors(request).await.unwrap().into_inner().items.into_iter().map(|error| (error.entity_id, error.error)).collect();
    errors.sort();
    errors
}

#[tokio::test]
async fn a_device_is_told_the_zone_of_its_project_before_its_schedules_and_again_when_it_changes() {
    let site = Site::start().await;
    zone_changed(&site, 1, "Europe/Amsterdam").await;
    let device = site.make_panel().await;
    let version = site.access.set(device.id, vec![with_hours(1)], vec![office_hours(100)]);
    site.list_changed(device.id, version).await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_in_step(device.id, version).await;
    let calls = panel.memory.lock().unwrap().calls.clone();
    let place = |wanted: &dyn Fn(&DeviceCall) -> bool| calls.iter().position(wanted).unwrap();
    assert!(place(&|call| matches!(call, DeviceCall::SetClock(_))) < place(&|call| matches!(call, DeviceCall::WriteTimeProfiles(_))));
    let first = received_settings(&panel).remove(0);
    assert_eq!((first.timezone, first.timestamp), (60, site.app.context.clock.now().replace_nanosecond(0).unwrap()));
    assert_eq!(first.dst.start.map(|start| (start.month, start.day, start.hour)), Some((3, ChangeDay::LastSunday, 2)));

    zone_changed(&site, 2, "Asia/Kathmandu").await;
    until("the new zone is sent", async || received_settings(&panel).last().is_some_and(|clock| clock.timezone == 345 && !clock.dst.is_enabled))
        .await;
    site.end().await;
}

#[tokio::test]
async fn a_device_is_sent_the_time_when_it_comes_back() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    until("the clock is sent", async || received_settings(&panel).len() == 1).await;
    site.until_online(device.id, true).await;
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    until("the clock is sent again", async || received_settings(&panel).len() == 2).await;
    site.end().await;
}

#[tokio::test]
async fn a_device_that_does_not_take_its_zone_holds_no_schedules_and_nothing_that_depends_on_them() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let version = site.access.set(device.id, vec![with_hours(1), card(2)], vec![office_hours(100)]);
    site.list_changed(device.id, version).await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds(), ([link(1), link(2)].into(), [link(100)].into()));

    // A firmware that knows no zones.
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    memory.lock().unwrap().knows_no_clock = true;
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    until("what depends on schedules leaves it", async || panel.holds() == ([link(2)].into(), [].into())).await;
    let refused = |id| (id, "clock_in_another_zone".to_string());
    assert_eq!(sync_errors(&site, device.id).await, [refused(1), refused(100)]);

    // And one that does.
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    memory.lock().unwrap().knows_no_clock = false;
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    until("it holds them again", async || panel.holds() == ([link(1), link(2)].into(), [link(100)].into())).await;
    site.end().await;
}
