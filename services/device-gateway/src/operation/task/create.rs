//! The tasks that a change of a device makes necessary: settings to be sent, a list that may have changed.
use kit::{Result, Tx};

use crate::app::App;
use crate::bas_ip::settings;
use crate::domain::device::{Device, Protocol};
use crate::domain::settings::DeviceSettings;
use crate::domain::task::{PlannedTask, TaskStep};
use crate::store::device_sync::{self, PendingWork};
use crate::store::item::DeviceKey;
use crate::store::task::{self, StepDetails, TaskChange};

/// Makes the tasks. Older tasks of the same kinds that were not carried out are stopped.
pub async fn create_for_change(
    tx: &mut Tx,
    app: &App,
    key: DeviceKey,
    (before, after): (&Device, &Device),
    sip_password_changed: bool,
) -> Result<Vec<TaskChange>> {
    if after.protocol != Protocol::Mqtt {
        return Ok(Vec::new());
    }
    let now = app.context.clock.now();
    let is_another = before.serial_number != after.serial_number || before.model != after.model || before.protocol != after.protocol;
    let work = if is_another { PendingWork::FETCH_AND_READ } else { PendingWork::TASKS };
    let sent = if before.protocol == Protocol::Mqtt { before.clone() } else { with_default_settings(before) };
    let kinds = settings::tasks_of_change(&sent, after, sip_password_changed, app.config.broker_url.is_some());
    let overtaken = task::open_of_kinds(tx, key.device_id, &kinds).await?;
    let mut changes = task::advance(tx, &overtaken, TaskStep::Stop, StepDetails::default(), now).await?;
    let planned: Vec<PlannedTask> = kinds.into_iter().map(|kind| PlannedTask { kind, items: Vec::new() }).collect();
    changes.extend(task::insert(tx, key, &planned, 0, now).await?);
    device_sync::enqueue(tx, &[key.device_id], work, now).await?;
    Ok(changes)
}

/// Makes the tasks of a new device: it is sent what differs from the settings that every device starts with.
pub async fn create_for_new_device(tx: &mut Tx, app: &App, key: DeviceKey, device: &Device, has_sip_password: bool) -> Result<Vec<TaskChange>> {
    create_for_change(tx, app, key, (&with_default_settings(device), device), has_sip_password).await
}

/// The device before anything was sent to it.
fn with_default_settings(device: &Device) -> Device {
    Device { device_settings: DeviceSettings::default(), ..device.clone() }
}
