//! The tasks that a change of a device makes necessary: settings to be sent, a list that may have changed.
use kit::Result;
use sqlx::PgConnection;

use crate::app::App;
use crate::bas_ip::settings::{self, Server};
use crate::domain::device::{Device, Protocol};
use crate::domain::forward;
use crate::domain::settings::DeviceSettings;
use crate::domain::task::{PlannedTask, TaskKind, TaskStep};
use crate::operation::device_forward::refresh_device;
use crate::store::apartment;
use crate::store::device_sync::{self, PendingWork};
use crate::store::item::DeviceKey;
use crate::store::task::{self, StepDetails, TaskChange};

/// Makes the tasks. Older tasks of the same kinds that were not carried out are stopped. Whoever stops other tasks of the device
/// afterwards has locked them: all are locked before its work.
pub async fn create_for_change(
    tx: &mut PgConnection,
    app: &App,
    key: DeviceKey,
    (before, after): (&Device, &Device),
    sip_password_changed: bool,
) -> Result<Vec<TaskChange>> {
    let now = app.context.clock.now();
    task::lock_unfinished(tx, key.device_id).await?;
    if after.protocol == Protocol::None {
        let overtaken = task::open_of_kinds(tx, key.device_id, &TaskKind::ALL).await?;
        return Ok(task::overtake(tx, key, &overtaken, now).await?.0);
    }
    let is_another = before.serial_number != after.serial_number || before.model != after.model || before.protocol != after.protocol;
    let work = if is_another || before.keep_list != after.keep_list { PendingWork::FETCH_AND_READ } else { PendingWork::TASKS };
    let sent = if before.protocol != Protocol::None { before.clone() } else { with_default_settings(before) };
    let kinds = settings::tasks_of_change(&sent, after, sip_password_changed, Server::for_protocol(after.protocol, app).is_some());
    let overtaken = task::open_of_kinds(tx, key.device_id, &kinds).await?;
    let mut changes = task::advance(tx, &overtaken, TaskStep::Stop, StepDetails::default(), now).await?;
    let planned: Vec<PlannedTask> = kinds.into_iter().map(|kind| PlannedTask { kind, items: Vec::new() }).collect();
    changes.extend(task::insert(tx, key, &planned, 0, now).await?);
    if before.domain_id != after.domain_id || is_another && before.device_settings == after.device_settings {
        changes.extend(create_forwards(tx, app, key, after).await?);
    }
    device_sync::end_contact_pause(tx, key.device_id).await?;
    device_sync::enqueue(tx, &[key.device_id], work, now).await?;
    Ok(changes)
}

/// Makes the tasks of a new device: it is sent what differs from the settings that every device starts with, and which numbers it calls.
pub async fn create_for_new_device(
    tx: &mut PgConnection,
    app: &App,
    key: DeviceKey,
    device: &Device,
    has_sip_password: bool,
) -> Result<Vec<TaskChange>> {
    let mut changes = create_for_change(tx, app, key, (&with_default_settings(device), device), has_sip_password).await?;
    changes.extend(create_forwards(tx, app, key, device).await?);
    Ok(changes)
}

/// Of a panel that has apartments below its group.
async fn create_forwards(tx: &mut PgConnection, app: &App, key: DeviceKey, device: &Device) -> Result<Vec<TaskChange>> {
    let calls_apartments = forward::is_supported(device) && device.protocol != Protocol::None;
    if !calls_apartments || apartment::list(tx, key.project_id, device.domain_id).await?.is_empty() {
        return Ok(Vec::new());
    }
    refresh_device(tx, app, key).await
}

/// The device before anything was sent to it.
fn with_default_settings(device: &Device) -> Device {
    Device { device_settings: DeviceSettings::default(), ..device.clone() }
}
