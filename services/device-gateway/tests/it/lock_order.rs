//! The order in which transactions lock what concerns a device: its row, its tasks, its work, its items.
use kit::Tx;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use testing::PROJECT;
use uuid::Uuid;

use crate::access::card;
use crate::panel::Panel;
use crate::sip_accounts::{deliver, number};
use crate::site::{Site, until};

const DEVICE: &str = "SELECT id FROM devices WHERE id = $1 FOR NO KEY UPDATE";
const TASKS: &str = "SELECT id FROM tasks WHERE device_id = $1 ORDER BY id FOR UPDATE NOWAIT";
const SERVER_TASK: &str = "SELECT id FROM tasks WHERE device_id = $1 AND kind = 'management_server' FOR UPDATE NOWAIT";
const WORK: &str = "SELECT device_id FROM device_sync WHERE device_id = $1 FOR UPDATE NOWAIT";
const PROTOCOL_CHANGE: &str = "SELECT device_id FROM protocol_changes WHERE device_id = $1 FOR UPDATE NOWAIT";

/// A device that is away, with tasks for its list, its settings and its server that wait, and whose work was put off. No worker of the
/// service touches it.
async fn with_tasks(site: &Site) -> Device {
    let device = site.make_panel().await;
    deliver(site, number(site, 1, 1, device.id, "Secret12")).await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("both tasks wait", async || {
        let waiting = site.tasks_of(device.id).await.into_iter().filter(|task| task.status() == TaskStatus::Waiting);
        let kinds: Vec<String> = waiting.map(|task| task.kind).collect();
        ["sip_settings", "identifiers_save"].iter().all(|kind| kinds.iter().any(|waits| waits == kind))
    })
    .await;
    claim(site, device.id).await;
    let mut tx = begin(site).await;
    sqlx::query("UPDATE device_sync SET contact_at = now() WHERE device_id = $1").bind(device.id).execute(&mut *tx).await.unwrap();
    sqlx::query(
        "INSERT INTO tasks (project_id, device_id, kind, status, created_at, updated_at) VALUES ($1, $2, 'management_server', 4, now(), now())",
    )
    .bind(PROJECT)
    .bind(device.id)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    device
}

/// As a process that lives for ever.
async fn claim(site: &Site, device_id: i64) {
    let worker = Uuid::new_v4();
    let mut tx = begin(site).await;
    sqlx::query("INSERT INTO workers (id, alive_until) VALUES ($1, '2100-01-01')").bind(worker).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    until("the device is claimed", async || {
        let mut tx = begin(site).await;
        let statement = "UPDATE device_sync SET lease_owner = $1 WHERE device_id = $2 AND lease_owner IS NULL AND work_at IS NULL";
        let claimed = sqlx::query(statement).bind(worker).bind(device_id).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        claimed.rows_affected() == 1
    })
    .await;
}

async fn begin(site: &Site) -> Tx {
    site.app.context.database.system().await.unwrap()
}

/// A change of the device to another protocol, which it has not confirmed.
async fn begin_protocol_change(site: &Site, device_id: i64, protocol: i16, expires_at: &str) {
    let mut tx = begin(site).await;
    sqlx::query("INSERT INTO protocol_changes (device_id, project_id, protocol, expires_at) VALUES ($1, $2, $3, $4::text::timestamptz)")
        .bind(device_id)
        .bind(PROJECT)
        .bind(protocol)
        .bind(expires_at)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// The device speaks HTTP, and the platform can sign in to its page.
async fn speak_http(site: &Site, device_id: i64) {
    let mut tx = begin(site).await;
    let statement = "UPDATE devices SET protocol = 1, ip_address = '127.0.0.1', login = 'admin', secrets_address = NULL WHERE id = $1";
    sqlx::query(statement).bind(device_id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// Somebody holds the first, as a worker or a person does, and takes the second once `change` waits for the first: `change` does not have
/// the second by then.
async fn takes_in_order(site: &Site, device_id: i64, [first, second]: [&'static str; 2], change: impl Future<Output = ()>) {
    let mut holder = begin(site).await;
    let backend: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut *holder).await.unwrap();
    let held = sqlx::query(first).bind(device_id).fetch_all(&mut *holder).await.unwrap();
    assert!(!held.is_empty());
    let take_second = async move {
        until("the change waits", async || is_waited_for(site, backend).await).await;
        let taken = sqlx::query(second).bind(device_id).fetch_all(&mut *holder).await;
        assert!(!taken.expect("who waits for the first does not hold the second").is_empty());
        holder.commit().await.unwrap();
    };
    tokio::join!(change, take_second);
}

async fn is_waited_for(site: &Site, backend: i32) -> bool {
    let statement = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid)))";
    let mut tx = begin(site).await;
    sqlx::query_scalar(statement).bind(backend).fetch_one(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_change_of_a_device_takes_its_tasks_before_its_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    takes_in_order(&site, device.id, [TASKS, WORK], deliver(&site, number(&site, 1, 2, device.id, "Secret34"))).await;
    site.end().await;
}

#[tokio::test]
async fn sending_everything_anew_takes_the_tasks_before_the_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    let apply = async {
        site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    };
    takes_in_order(&site, device.id, [TASKS, WORK], apply).await;
    site.end().await;
}

#[tokio::test]
async fn taking_a_change_of_protocol_back_takes_the_task_of_the_server_before_the_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    begin_protocol_change(&site, device.id, 1, "2100-01-01").await;
    let cancel = async {
        let own = Device { id: device.id, protocol: Protocol::Mqtt.into(), ..Default::default() };
        site.update(&site.admin(), own, &["protocol"]).await.unwrap();
    };
    takes_in_order(&site, device.id, [SERVER_TASK, WORK], cancel).await;
    site.end().await;
}

#[tokio::test]
async fn another_address_takes_the_task_of_the_server_before_the_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    speak_http(&site, device.id).await;
    let correct = async {
        let moved = Device { id: device.id, ip_address: Some("127.0.0.2".into()), password: Some("page".into()), ..Default::default() };
        site.update(&site.admin(), moved, &["ip_address", "password"]).await.unwrap();
    };
    takes_in_order(&site, device.id, [SERVER_TASK, WORK], correct).await;
    site.end().await;
}

#[tokio::test]
async fn a_device_that_comes_by_its_new_protocol_has_its_tasks_locked_before_its_work() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    begin_protocol_change(&site, device.id, 2, "2100-01-01").await;
    speak_http(&site, device.id).await;
    let come = async {
        let _panel = Panel::connect(&device.serial_number).await;
        let speaks_mqtt = async || site.get(&site.admin(), device.id).await.unwrap().protocol() == Protocol::Mqtt;
        until("it speaks MQTT", speaks_mqtt).await;
    };
    takes_in_order(&site, device.id, [TASKS, WORK], come).await;
    site.end().await;
}

#[tokio::test]
async fn a_change_of_protocol_that_took_too_long_ends_with_the_device_locked_before() {
    let site = Site::start().await;
    let device = with_tasks(&site).await;
    let expire = async {
        begin_protocol_change(&site, device.id, 1, "2000-01-01").await;
        until("it has failed", async || site.info(device.id).await.protocol_error.is_some()).await;
    };
    takes_in_order(&site, device.id, [DEVICE, PROTOCOL_CHANGE], expire).await;
    site.end().await;
}

#[tokio::test]
async fn deleting_tasks_of_several_devices_takes_the_devices_before_the_tasks() {
    let site = Site::start().await;
    let (one, other) = (with_tasks(&site).await, site.make_panel().await);
    let mut items: Vec<i64> = Vec::new();
    for device in [&one, &other] {
        items.extend(site.tasks_of(device.id).await.iter().map(|task| task.id));
    }
    let delete = async {
        site.tasks().delete_all_device_tasks(site.as_caller(&site.admin(), DeleteAllRequest { items: items.clone() })).await.unwrap();
    };
    takes_in_order(&site, one.id, [DEVICE, TASKS], delete).await;
    assert!(site.tasks_of(one.id).await.is_empty());
    site.end().await;
}
