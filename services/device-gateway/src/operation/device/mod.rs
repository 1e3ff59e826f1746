//! Devices: one file for each operation.
mod create;
mod delete;
mod leave_deleted_group;
mod open_lock;
mod protocol;
mod publish;
mod secrets;
mod start_tasks;
mod update;

use kit::realtime::Push;
use kit::{Error, Result, tree};
use policy::{ActionKind, Authorized, resource};
use sqlx::PgConnection;

pub use create::{create, create_in};
pub use delete::{delete, delete_all};
pub use leave_deleted_group::leave_deleted_group;
pub use open_lock::{open_lock, open_lock_for_service};
pub use protocol::{send_server, set_protocols};
pub use publish::publish;
pub use secrets::withdraw as withdraw_secrets;
pub use start_tasks::{DeviceAction, ensure_has_protocol, start_tasks};
pub use update::update;

use crate::app::App;
use crate::domain::device::Device;
use crate::push;
use crate::store::device::DeviceRow;
use crate::store::group_path;

/// A device may only be put into a group that exists and that the right reaches. The group is locked, so that its deletion is
/// projected only after the transaction, and finds the device.
async fn ensure_group_in_reach<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Device, A>, group: i64) -> Result<()> {
    tree::lock(connection, group).await?;
    match tree::covers(connection, right.scope(), group).await? {
        true => Ok(()),
        false => Err(Error::InvalidRelated { names: vec!["domain".into()] }),
    }
}

/// The serial number is the device's user name at the broker, where the service has a user of its own.
fn ensure_is_not_service_user(app: &App, device: &Device) -> Result<()> {
    match device.serial_number == app.context.settings.mqtt_user {
        true => Err(Error::conflict("serial number or e-mail already used")),
        false => Ok(()),
    }
}

/// `{type, device_id}` to everybody who sees the device.
pub async fn build_push(connection: &mut PgConnection, row: &DeviceRow, kind: &str) -> Result<Push> {
    let path = group_path::find(connection, row.domain_id).await?;
    Ok(push::of_device(row.project_id, path, row.id, kind))
}
