//! A change of a device.
use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Fields, Mask, Result, audit};
use license_limits::features;
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::{Value, json};

use super::publish::publish;
use super::{build_push, ensure_group_in_reach, ensure_is_not_service_user, protocol, secrets};
use crate::app::App;
use crate::domain::device::{Device, Secrets};
use crate::domain::licensed_features;
use crate::domain::protocol_change::{ProtocolStep, step};
use crate::operation::{sip_account, task};
use crate::push;
use crate::store::device::{self, DeviceRow, SealedSecrets};
use crate::store::group_path;
use crate::store::item::DeviceKey;
use crate::store::{device_sync, device_token};

/// Writes what the mask names of `new` and `secrets`.
pub async fn update(
    app: &App,
    right: &Authorized<resource::Device, action::Edit>,
    id: i64,
    new: Device,
    secrets: Secrets,
    mask: &Mask,
) -> Result<DeviceRow> {
    let (context, caller) = (&app.context, right.caller());
    if mask.has("domain") {
        projection_lag::wait_until_projected(context, caller, ForeignEntity::Group, projection_lag::GROUPS, &[new.domain_id]).await?;
    }
    let now = context.clock.now();
    let mut tx = context.database.tenant(right.project_id()).await?;
    let permitted = device::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return Ok(permitted.into_row());
    }
    let before = permitted.device();
    let mut after = before.merge(&new, mask);
    let (wanted, step) = (after.protocol, step(before.protocol, after.protocol, permitted.is_seen()));
    if step == ProtocolStep::Gradual {
        after.protocol = before.protocol;
    }

    let mut fields = Fields::new();
    after.validate(&mut fields);
    // A running door would keep what is revoked from then on.
    let stops_list = after.keep_list && !before.keep_list && device_sync::has_list(&mut tx, permitted.project_id, id).await?;
    fields.check(!stops_list, "management.keep_list", "can't perform action");
    let mut sealed = secrets::seal_for_update(&mut fields, &secrets, &context.sealer, mask);
    fields.finish()?;
    if (&after.ip_address, after.port) != (&before.ip_address, before.port) && sealed.password.is_none() {
        // Whoever names another address would be sent the password that only the device at the old one knows.
        sealed.password = Some(None);
    }
    let names_sip = sealed.sip.is_some();
    let has_number = sip_account::apply(&mut tx, context, permitted.project_id, id, &mut after, &mut sealed).await?;
    // What is entered for an account by number is left aside.
    let is_sip_entered = names_sip && (!has_number || after.device_settings.sip.manual);
    let is_elsewhere = secrets::withdraw(&mut tx, app, permitted.row(), &after, &mut sealed, is_sip_entered).await?;
    ensure_is_not_service_user(app, &after)?;
    if after.domain_id != before.domain_id {
        ensure_group_in_reach(&mut tx, right, after.domain_id).await?;
        for feature in licensed_features::used_by(&after) {
            features::require_for_groups(&mut tx, &[after.domain_id], feature).await?;
        }
    }
    let switched_on = licensed_features::switched_on(Some(&before), &after);
    features::require_in_groups(&mut tx, permitted.project_id, &[after.domain_id], &switched_on).await?;
    device::update(&mut tx, &permitted, &after, sealed.clone(), now).await?;
    if sealed.mqtt.is_some() || after.protocol != before.protocol {
        device_token::delete_of_device(&mut tx, permitted.project_id, id).await?;
    }
    let key = DeviceKey { device_id: id, project_id: permitted.project_id };
    let mut changes = task::create_for_change(&mut tx, app, key, (&before, &after), sealed.sip.is_some()).await?;
    if is_elsewhere {
        changes.extend(protocol::send_server(&mut tx, app, key).await?);
    }
    if mask.has("protocol") {
        changes.extend(match step {
            ProtocolStep::Gradual => protocol::begin(&mut tx, app, &permitted, wanted).await?,
            ProtocolStep::Stay => protocol::cancel(&mut tx, app, &permitted).await?,
            ProtocolStep::AtOnce => protocol::forget(&mut tx, &permitted).await?,
        });
    }
    publish(&mut tx, key, permitted.version + 1, &after, false).await?;
    let (old_view, new_view) = audit_views(&before, &after, &sealed)?;
    let change = audit::Change::new(Action::Edit, Resource::Device, id, &after.name, old_view, new_view);
    audit::record(&mut tx, &context.clock, caller, change).await?;
    let view = caller.authorize::<resource::Device, action::View>()?;
    // A change may move the device out of the caller's sight: it is answered all the same, this once.
    let row = match device::find(&mut tx, &view, id).await? {
        Some(row) => row,
        None => DeviceRow { version: permitted.version + 1, ..permitted.into_row() },
    };
    let mut pushes = vec![build_push(&mut tx, &row, "device.changed").await?];
    let path = group_path::find(&mut tx, row.domain_id).await?;
    pushes.extend(push::of_tasks(row.project_id, &[(row.id, path)].into(), &changes));
    tx.commit().await?;

    for serial in [&before.serial_number, &after.serial_number] {
        app.broker_users.note(serial);
    }
    app.notify_dispatcher();
    app.pusher.send(pushes);
    Ok(row)
}

/// Before and after, for the audit log: of secrets only that they changed.
fn audit_views(before: &Device, after: &Device, sealed: &SealedSecrets) -> Result<(Value, Value)> {
    let (before, mut after) = (serde_json::to_value(before).map_err(Error::internal)?, serde_json::to_value(after).map_err(Error::internal)?);
    let secrets = [
        ("password", &sealed.password),
        ("device_password", &sealed.device_password),
        ("mqtt_password", &sealed.mqtt),
        ("sip_password", &sealed.sip),
    ];
    for (name, _) in secrets.into_iter().filter(|(_, secret)| secret.is_some()) {
        after[name] = json!("changed");
    }
    Ok((before, after))
}
