//! Tasks as people handle them.
use policy::Permission::{CanViewAllDevices, CanViewDeviceTasks};
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::*;
use sqlx::Connection;
use testing::{PROJECT, group_administrator, someone};
use tonic::Code;

use crate::access::card;
use crate::panel::Panel;
use crate::site::{HOUSE, Site, a_panel, until};

/// A device that is away, with one task that waits.
async fn with_a_task(site: &Site) -> (Device, DeviceTask) {
    let device = site.make_panel().await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("a task waits", async || site.tasks_of(device.id).await.iter().any(|task| task.status() == TaskStatus::Waiting)).await;
    let task = site.tasks_of(device.id).await.remove(0);
    (device, task)
}

#[tokio::test]
async fn a_deleted_task_is_made_anew_as_long_as_the_difference_remains() {
    let site = Site::start().await;
    let (device, task) = with_a_task(&site).await;
    let request = site.as_caller(&site.admin(), DeleteAllRequest { items: vec![task.id, 4711] });
    let items = site.tasks().delete_all_device_tasks(request).await.unwrap().into_inner().items;
    assert_eq!(items.iter().map(|item| item.done).collect::<Vec<_>>(), [true, false]);
    until("a new task waits", async || {
        let tasks = site.tasks_of(device.id).await;
        tasks.len() == 1 && tasks[0].id != task.id && tasks[0].status() == TaskStatus::Waiting
    })
    .await;
    site.end().await;
}

#[tokio::test]
async fn only_a_task_in_error_or_stopped_can_be_restarted() {
    let site = Site::start().await;
    let (device, task) = with_a_task(&site).await;
    let restart = async || site.tasks().restart_device_task(site.as_caller(&site.admin(), RestartDeviceTaskRequest { id: task.id })).await;
    let refused = restart().await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "only a task in error or stopped can be restarted"));
    let version = site.access.set(device.id, vec![card(2)], vec![]);
    site.list_changed(device.id, version).await;
    until("it was overtaken", async || site.tasks_of(device.id).await[0].status() == TaskStatus::Stopped).await;
    let restarted = restart().await.unwrap().into_inner();
    assert_eq!((restarted.id, restarted.status()), (task.id, TaskStatus::Queued));
    site.end().await;
}

#[tokio::test]
async fn tasks_are_seen_as_far_as_their_devices_are() {
    let site = Site::start().await;
    let (_, task) = with_a_task(&site).await;
    let keeper = group_administrator(PROJECT, 5, &[HOUSE]);
    let own = site.create(&keeper, a_panel(HOUSE)).await.unwrap();
    let request = site.as_caller(&keeper, GetDeviceTaskRequest { id: task.id });
    assert_eq!(site.tasks().get_device_task(request).await.unwrap_err().code(), Code::NotFound);
    let version = site.access.set(own.id, vec![card(1)], vec![]);
    site.list_changed(own.id, version).await;
    until("the keeper sees its own", async || {
        let list = site.tasks().list_device_tasks(site.as_caller(&keeper, ListDeviceTasksRequest::default())).await.unwrap().into_inner();
        list.items.iter().map(|task| task.device.as_ref().unwrap().id).collect::<Vec<_>>() == [own.id]
    })
    .await;
    let watcher = someone(PROJECT, 6, [CanViewAllDevices, CanViewDeviceTasks], &[]);
    let request = site.as_caller(&watcher, DeleteDeviceTaskRequest { id: task.id });
    assert_eq!(site.tasks().delete_device_task(request).await.unwrap_err().code(), Code::PermissionDenied);
    site.end().await;
}

#[tokio::test]
async fn a_task_of_a_kind_that_only_a_newer_version_knows_is_left_alone() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let unknown =
        "INSERT INTO tasks (project_id, device_id, kind, status, created_at, updated_at) VALUES ($1, $2, 'network', 2, now(), now()) RETURNING id";
    let id: i64 = sqlx::query_scalar(unknown).bind(testing::PROJECT).bind(device.id).fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    // As the migration of a newer version would.
    let url = site.app.context.settings.database_owner_url("device-gateway");
    let (server, _) = url.rsplit_once('/').unwrap();
    let mut owner = sqlx::PgConnection::connect(&format!("{server}/{}", site.app.database())).await.unwrap();
    sqlx::raw_sql("ALTER TABLE tasks DROP CONSTRAINT tasks_kind_check").execute(&mut owner).await.unwrap();
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE tasks SET kind = 'from_the_future' WHERE id = $1").bind(id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("the panel holds its list", async || panel.holds().0.len() == 1).await;
    let task = site.tasks_of(device.id).await.into_iter().find(|task| task.id == id).unwrap();
    assert_eq!(task.kind, "from_the_future");
    assert!(!matches!(task.status(), TaskStatus::Error | TaskStatus::Completed | TaskStatus::Started));
    site.end().await;
}
