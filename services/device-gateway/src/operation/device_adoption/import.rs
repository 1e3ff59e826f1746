use kit::{Error, Result, audit};
use policy::{Authorized, Resource, action, resource};
use serde_json::json;

use super::{DeviceAdoption, HeldList, ask_access, clock_zone};
use crate::app::App;
use crate::bas_ip::backup::DeviceBackup;
use crate::bas_ip::held;
use crate::store::device;

/// As `adopt`, with what a file says that a device held. `device_id`: the device that gets it; None for that with the serial number of
/// the file. It is one that the caller sees, and stays as it is: its list changes as by every change of identifiers and rules.
pub async fn import(
    app: &App,
    right: &Authorized<resource::DeviceBackup, action::Create>,
    device_id: Option<i64>,
    file: &[u8],
    plan_hash: &str,
) -> Result<DeviceAdoption> {
    let caller = right.caller();
    let backup = DeviceBackup::parse(file)?;
    let view = caller.authorize::<resource::Device, action::View>()?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let id = match device_id {
        Some(id) => id,
        None => device::id_of_serial(&mut reader, right.project_id(), &backup.info.serial_number).await?.ok_or(Error::NotFound)?,
    };
    let row = device::find(&mut reader, &view, id).await?.ok_or(Error::NotFound)?;
    let zone = clock_zone(&mut reader, right.project_id()).await?;
    drop(reader);
    let held = HeldList {
        identifiers: backup.identifiers.into_iter().map(Into::into).collect(),
        schedules: backup.time_profiles.iter().map(|profile| held::time_profile(profile, &zone)).collect(),
    };
    let answer = ask_access(app, caller, id, held, plan_hash).await?;
    if answer.is_applied {
        let mut tx = app.context.database.tenant(right.project_id()).await?;
        let after = json!({ "serial_number": backup.info.serial_number, "list_version": answer.list_version });
        let change = audit::Change { action: "import", resource: Resource::DeviceBackup, id, name: &row.name, before: json!({}), after };
        audit::record(&mut tx, &app.context.clock, caller, change).await?;
        tx.commit().await?;
    }
    Ok(DeviceAdoption { device: row, answer })
}
