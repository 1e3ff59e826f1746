//! Devices of a group that was deleted.
use kit::realtime::Push;
use kit::{Result, Tx, tree};

use super::build_push;
use super::publish::publish;
use crate::app::App;
use crate::store::device::{self, DeviceRow, SealedSecrets};
use crate::store::item::DeviceKey;

/// A device may be put into a group in the moment in which domains deletes it, and finds it empty. Such a device moves to the
/// nearest ancestor that exists, so that no device is in a group that does not exist. Returns the pushes to browsers, to be sent
/// after the commit.
pub async fn leave_deleted_group(tx: &mut Tx, app: &App, project_id: i64, group: i64) -> Result<Vec<Push>> {
    let ids = device::ids_in_group(tx, project_id, group).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let Some(ancestor) = tree::nearest_existing(tx, group).await? else { return Ok(Vec::new()) };
    let mut pushes = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(row) = device::find_for_projection(tx, project_id, id).await? else { continue };
        tracing::warn!(device_id = id, group, ancestor, "the group of a device was deleted: the device moves up");
        let mut device = row.device();
        device.domain_id = ancestor;
        device::update_from_projection(tx, &row, &device, SealedSecrets::default(), app.context.clock.now()).await?;
        publish(tx, DeviceKey { device_id: id, project_id }, row.version + 1, &device, false).await?;
        pushes.push(build_push(tx, &DeviceRow { domain_id: ancestor, ..row.into_row() }, "device.changed").await?);
    }
    Ok(pushes)
}
