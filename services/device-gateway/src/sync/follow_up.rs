//! What a change means for the device itself: settings that it must be told, a list that may be another.
use kit::{Result, Tx};

use crate::domain::device::{Device, Protocol};
use crate::domain::difference::Work;
use crate::domain::settings::DeviceSettings;
use crate::domain::task::Step;
use crate::driver::bas_ip::settings;
use crate::gateway::Gateway;
use crate::store::item::Holder;
use crate::store::sync::{self, Due};
use crate::store::task::{self, Change, Note};

/// Makes the tasks. Older ones that were to bring about the same, and were not carried out, are overtaken.
pub async fn run(
    tx: &mut Tx,
    gateway: &Gateway,
    holder: Holder,
    (before, after): (&Device, &Device),
    sip_password_changed: bool,
) -> Result<Vec<Change>> {
    if after.protocol != Protocol::Mqtt {
        return Ok(Vec::new());
    }
    let now = gateway.context.clock.now();
    let is_another = before.serial_number != after.serial_number || before.model != after.model || before.protocol != after.protocol;
    let due = if is_another { Due::FETCH_AND_READ } else { Due::LOOK };
    let told = if before.protocol == Protocol::Mqtt { before.clone() } else { untold(before) };
    let kinds = settings::tasks_of_change(&told, after, sip_password_changed, gateway.config.broker_url.is_some());
    let overtaken = task::open_of_kinds(tx, holder.device_id, &kinds).await?;
    let mut changes = task::advance(tx, &overtaken, Step::Stop, Note::default(), now).await?;
    let works: Vec<Work> = kinds.into_iter().map(|kind| Work { kind, items: Vec::new() }).collect();
    changes.extend(task::insert(tx, holder, &works, 0, now).await?);
    sync::wake(tx, &[holder.device_id], due, now).await?;
    Ok(changes)
}

/// Makes the tasks of a new device: it is told what is not as every device begins.
pub async fn of_new(tx: &mut Tx, gateway: &Gateway, holder: Holder, device: &Device, has_sip_password: bool) -> Result<Vec<Change>> {
    run(tx, gateway, holder, (&untold(device), device), has_sip_password).await
}

/// The device without the settings that somebody entered: nothing was sent to it yet, or nothing could be.
fn untold(device: &Device) -> Device {
    Device { device_settings: DeviceSettings::default(), ..device.clone() }
}
