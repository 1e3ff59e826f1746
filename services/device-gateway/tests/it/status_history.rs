//! When a device came and went.
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use testing::{OTHER_PROJECT, administrator};
use time::{Duration, OffsetDateTime};
use tonic::{Code, Status};

use crate::panel::Panel;
use crate::site::{Site, until};

async fn history(site: &Site, caller: &policy::Caller, id: i64) -> Result<ListDeviceStatusHistoryResponse, Status> {
    let request = site.as_caller(caller, ListDeviceStatusHistoryRequest { id });
    Ok(site.devices().list_device_status_history(request).await?.into_inner())
}

fn changes(history: &ListDeviceStatusHistoryResponse) -> Vec<(DeviceStatus, StatusReason)> {
    history.items.iter().map(|change| (change.status(), change.reason())).collect()
}

async fn add(site: &Site, device: &Device, changes: &[(i16, OffsetDateTime)]) {
    let mut tx = site.app.context.database.system().await.unwrap();
    for (status, at) in changes {
        sqlx::query("INSERT INTO device_status_changes (project_id, device_id, status, reason, at) VALUES ($1, $2, $3, 1, $4)")
            .bind(testing::PROJECT)
            .bind(device.id)
            .bind(status)
            .bind(at)
            .execute(&mut *tx)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_panel_that_comes_and_goes_leaves_a_line_for_each() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let before = history(&site, &site.admin(), device.id).await.unwrap();
    assert_eq!((before.status_before(), before.items.len()), (DeviceStatus::Unspecified, 0));
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    let _panel = Panel::connect_with(&device.serial_number, memory).await;
    site.until_online(device.id, true).await;
    let seen = history(&site, &site.admin(), device.id).await.unwrap();
    let (online, offline) = ((DeviceStatus::Online, StatusReason::Broker), (DeviceStatus::Offline, StatusReason::Broker));
    assert_eq!(changes(&seen), [online, offline, online]);
    assert_eq!(history(&site, &administrator(OTHER_PROJECT), device.id).await.unwrap_err().code(), Code::NotFound);
    site.end().await;
}

#[tokio::test]
async fn what_it_was_before_the_window_is_known_and_no_more_than_that_is_kept() {
    let mut site = Site::start().await;
    let device = site.make_panel().await;
    let now = site.app.context.clock.now();
    let days = |days: i64| now - Duration::days(days);
    add(&site, &device, &[(1, days(90)), (2, days(60)), (1, days(40)), (2, days(10)), (1, days(9))]).await;
    let seen = history(&site, &site.admin(), device.id).await.unwrap();
    assert_eq!(seen.status_before(), DeviceStatus::Online);
    assert_eq!(changes(&seen).iter().map(|(status, _)| *status).collect::<Vec<_>>(), [DeviceStatus::Offline, DeviceStatus::Online]);
    // Whose sweep begins at once.
    site.start_replica().await;
    until("the sweep has deleted what is older than the last before the window", async || {
        let mut tx = site.app.context.database.system().await.unwrap();
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM device_status_changes").fetch_one(&mut *tx).await.unwrap();
        tx.rollback().await.unwrap();
        left == 3
    })
    .await;
    site.end().await;
}

#[tokio::test]
async fn a_device_that_flaps_has_its_newest_changes_and_what_was_before_them() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let now = site.app.context.clock.now();
    let all: Vec<(i16, OffsetDateTime)> = (0..2_101).map(|step| (if step % 2 == 0 { 1 } else { 2 }, now - Duration::minutes(5_000 - step))).collect();
    add(&site, &device, &all).await;
    let seen = history(&site, &site.admin(), device.id).await.unwrap();
    assert_eq!((seen.items.len(), seen.status_before(), seen.items[0].status()), (2_000, DeviceStatus::Online, DeviceStatus::Offline));
    assert_eq!(seen.from, Some(kit::clock::to_proto(all[100].1)));
    site.end().await;
}
