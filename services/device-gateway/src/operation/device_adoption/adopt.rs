use kit::{Result, audit};
use policy::{Authorized, Resource, action, resource};
use serde_json::json;

use super::{DeviceAdoption, ask_access, clock_zone, read};
use crate::app::App;
use crate::device_link::DeviceAddress;
use crate::domain::device::Device;
use crate::operation::device::{build_push, ensure_has_protocol, publish};
use crate::store::device::{self, DeviceRow, SealedSecrets};
use crate::store::device_sync::{self, PendingWork};
use crate::store::item::DeviceKey;

/// Reads the device and says what would come of what it holds. With the hash of that plan it is carried out: access writes first, and
/// then the device is no longer one that keeps its list. Until the new list is here, nothing is planned for it.
pub async fn adopt(app: &App, right: &Authorized<resource::Device, action::Edit>, id: i64, plan_hash: &str) -> Result<DeviceAdoption> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = device::find_permitted(&mut reader, right, id).await?;
    ensure_has_protocol(&row)?;
    let password = device::page_password(&mut reader, right.project_id(), id).await?;
    let zone = clock_zone(&mut reader, right.project_id()).await?;
    drop(reader);
    let address = DeviceAddress::new(&app.context.sealer, id, &row.device(), password.as_deref(), row.broker_id);
    let held = read::read(app, &address, &zone).await?;
    let answer = ask_access(app, right.caller(), id, held, plan_hash).await?;
    let device = if answer.is_applied { release_list(app, right, id, answer.list_version).await? } else { row };
    Ok(DeviceAdoption { device, answer })
}

async fn release_list(app: &App, right: &Authorized<resource::Device, action::Edit>, id: i64, list_version: i64) -> Result<DeviceRow> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let permitted = device::find_for_update(&mut tx, right, id).await?;
    device_sync::set_adopted_version(&mut tx, &permitted, list_version).await?;
    let was_kept = permitted.keep_list;
    if was_kept {
        let after = Device { keep_list: false, ..permitted.device() };
        device::update(&mut tx, &permitted, &after, SealedSecrets::default(), now).await?;
        publish(&mut tx, DeviceKey { device_id: id, project_id: permitted.project_id }, permitted.version + 1, &after, false).await?;
    }
    device_sync::enqueue(&mut tx, &[id], PendingWork::FETCH_AND_READ, now).await?;
    let (before, after) = (json!({ "keep_list": was_kept }), json!({ "keep_list": false, "list_version": list_version }));
    let change = audit::Change { action: "adopt", resource: Resource::Device, id, name: &permitted.name, before, after };
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    let row = permitted.into_row();
    let row = DeviceRow { keep_list: false, version: row.version + i64::from(was_kept), ..row };
    let push = build_push(&mut tx, &row, "device.changed").await?;
    tx.commit().await?;
    app.notify_dispatcher();
    app.pusher.send(vec![push]);
    Ok(row)
}
