//! The order in which transactions lock what concerns a device: its row, its tasks, its work, its items.
use std::time::Duration;

use kit::Tx;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::NumberChanged;
use testing::PROJECT;

use crate::access::card;
use crate::site::{Site, until};

/// For a call to come to the lock that it waits for.
const UNTIL_IT_WAITS: Duration = Duration::from_millis(300);

/// A device that is away, with a task for its list and one for its settings, and whose work was put off.
async fn with_tasks(site: &Site) -> Device {
    let device = site.make_panel().await;
    number_changed(site, device.id, 1, "Secret12").await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("both tasks wait", async || {
        let waiting = site.tasks_of(device.id).await.into_iter().filter(|task| task.status() == TaskStatus::Waiting);
        let kinds: Vec<String> = waiting.map(|task| task.kind).collect();
        ["sip_settings", "identifiers_save"].iter().all(|kind| kinds.iter().any(|waits| waits == kind))
    })
    .await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE device_sync SET contact_at = now() WHERE device_id = $1").bind(device.id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    device
}

async fn number_changed(site: &Site, device_id: i64, version: i64, password: &str) {
    let event = NumberChanged {
        project_id: PROJECT,
        id: 1,
        version,
        number: "201".into(),
        is_active: true,
        device_id,
        realm: "p1.sip.test".into(),
        proxy_address: "edge.test".into(),
        proxy_port: 5070,
        transport: "udp".into(),
        sealed_password: site.app.context.sealer.seal_for("telephony.number.password", password),
        ..Default::default()
    };
    site.deliver("telephony.number.changed", event).await;
}

/// As a worker does, which moves a task on and then puts the device's work off.
async fn lock_tasks(site: &Site, device_id: i64) -> Tx {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("SELECT id FROM tasks WHERE device_id = $1 ORDER BY id FOR UPDATE").bind(device_id).execute(&mut *tx).await.unwrap();
    tx
}

async fn then_lock_work(mut tx: Tx, device_id: i64) {
    tokio::time::sleep(UNTIL_IT_WAITS).await;
    let locked = sqlx::query("SELECT device_id FROM device_sync WHERE device_id = $1 FOR UPDATE").bind(device_id).execute(&mut *tx).await;
    locked.expect("nobody who waits for the tasks holds the device's work");
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_change_of_a_device_takes_its_tasks_before_its_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    let worker = lock_tasks(&site, device.id).await;
    tokio::join!(number_changed(&site, device.id, 2, "Secret34"), then_lock_work(worker, device.id));
    site.end().await;
}

#[tokio::test]
async fn sending_everything_anew_takes_the_tasks_before_the_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    let worker = lock_tasks(&site, device.id).await;
    let apply = async {
        site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    };
    tokio::join!(apply, then_lock_work(worker, device.id));
    site.end().await;
}
