//! A new device.
use kit::projection_lag::{self, ForeignEntity};
use kit::realtime::Push;
use kit::{Error, Fields, Result, audit};
use license_limits::features;
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::Value;
use sqlx::PgConnection;

use super::publish::publish;
use super::{build_push, ensure_group_in_reach, ensure_is_not_service_user, secrets};
use crate::app::App;
use crate::domain::device::{Device, Protocol, Secrets};
use crate::domain::licensed_features;
use crate::operation::task;
use crate::push;
use crate::store::device::{self, DeviceRow, NewDevice};
use crate::store::device_sync::{self, PendingWork};
use crate::store::group_path;
use crate::store::item::DeviceKey;

pub async fn create(app: &App, right: &Authorized<resource::Device, action::Create>, device: Device, secrets: Secrets) -> Result<DeviceRow> {
    let context = &app.context;
    projection_lag::wait_until_projected(context, right.caller(), ForeignEntity::Group, projection_lag::GROUPS, &[device.domain_id]).await?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let (row, pushes) = create_in(app, &mut tx, right, &device, &secrets).await?;
    tx.commit().await?;

    app.broker_users.note(&device.serial_number);
    app.notify_dispatcher();
    app.pusher.send(pushes);
    Ok(row)
}

/// Within a transaction of the project. The pushes are sent after the commit.
pub async fn create_in(
    app: &App,
    tx: &mut PgConnection,
    right: &Authorized<resource::Device, action::Create>,
    device: &Device,
    secrets: &Secrets,
) -> Result<(DeviceRow, Vec<Push>)> {
    let (context, caller, project_id) = (&app.context, right.caller(), right.project_id());
    let mut fields = Fields::new();
    device.validate(&mut fields);
    let sealed = secrets::seal_for_create(&mut fields, secrets, &context.sealer);
    fields.finish()?;
    ensure_is_not_service_user(app, device)?;

    let now = context.clock.now();
    ensure_group_in_reach(tx, right, device.domain_id).await?;
    features::require_in_groups(tx, project_id, &[device.domain_id], &licensed_features::switched_on(None, device)).await?;
    let has_sip_password = sealed.sip.is_some();
    let id = device::insert(tx, right, &NewDevice { device, secrets: sealed, now }).await?;
    if device.protocol != Protocol::None {
        device_sync::enqueue(tx, &[id], PendingWork::FETCH_AND_READ, now).await?;
    }
    let key = DeviceKey { device_id: id, project_id };
    let changes = task::create_for_new_device(tx, app, key, device, has_sip_password).await?;
    publish(tx, key, 1, device, false).await?;
    let after = serde_json::to_value(device).map_err(Error::internal)?;
    let change = audit::Change::new(Action::Create, Resource::Device, id, &device.name, Value::Null, after);
    audit::record(tx, &context.clock, caller, change).await?;
    // The creator sees it, whatever the reach of the right to create.
    let view = caller.authorize::<resource::Device, action::View>()?;
    let row = device::find(tx, &view, id).await?.ok_or(Error::NotFound)?;
    let mut pushes = vec![build_push(tx, &row, "device.created").await?];
    let path = group_path::find(tx, row.domain_id).await?;
    pushes.extend(push::of_tasks(row.project_id, &[(row.id, path)].into(), &changes));
    Ok((row, pushes))
}
