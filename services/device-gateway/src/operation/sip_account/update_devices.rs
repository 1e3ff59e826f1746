//! The devices that a change of a number concerns.
use kit::realtime::Push;
use kit::{Result, Tx};
use proto::vestibule::events::v1::NumberChanged;

use super::apply;
use crate::app::App;
use crate::operation::task;
use crate::projection::sip_account;
use crate::push;
use crate::store::device::{self, SealedSecrets};
use crate::store::group_path;
use crate::store::item::DeviceKey;

/// A number was given to a device, taken from one, or changed. Returns the pushes to browsers that show these devices, to
/// be sent after the commit.
pub async fn update_devices(tx: &mut Tx, app: &App, event: &NumberChanged) -> Result<Vec<Push>> {
    let mut pushes = Vec::new();
    let mut rows = Vec::new();
    for device_id in sip_account::project(tx, event).await? {
        rows.extend(device::find_for_projection(tx, event.project_id, device_id).await?);
    }
    // Only now: all of them are locked before the tasks of the first.
    for row in rows {
        let device_id = row.id;
        let path = group_path::find(tx, row.domain_id).await?;
        pushes.push(push::of_device(event.project_id, path, device_id, "device.changed"));
        let before = row.device();
        let (mut after, mut sealed) = (before.clone(), SealedSecrets::default());
        if !apply(tx, &app.context, event.project_id, device_id, &mut after, &mut sealed).await? {
            after.device_settings.sip.forget_account();
            sealed.sip = (!after.device_settings.sip.manual).then_some(None);
            sealed.withheld_sip = Some(None);
        }
        // Without an account there is no password to send; with one, another password is sent.
        let has_another_password = sealed.sip.as_ref().is_some_and(Option::is_some);
        if before == after && !has_another_password {
            continue;
        }
        device::update_from_projection(tx, &row, &after, sealed, app.context.clock.now()).await?;
        let key = DeviceKey { device_id, project_id: event.project_id };
        task::create_for_change(tx, app, key, (&before, &after), has_another_password).await?;
    }
    Ok(pushes)
}
