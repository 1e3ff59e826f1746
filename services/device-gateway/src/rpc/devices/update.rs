//! A change of a device.
use kit::late::{self, Kept};
use kit::{Error, Fields, Mask, Result, audit, features, outbox};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::device::v1 as api;
use serde_json::{Value, json};

use super::{DevicesRpc, answer, reach, secrets};
use crate::domain::device::Device;
use crate::domain::licensed;
use crate::store::device::{self, SealedSecrets};
use crate::store::item::Holder;
use crate::store::place;
use crate::sync::follow_up;
use crate::{numbers, push};

impl DevicesRpc {
    pub(super) async fn update(&self, caller: &Caller, request: api::UpdateDeviceRequest) -> Result<api::Device> {
        let right = caller.authorize::<resource::Device, action::Edit>()?;
        let gateway = &self.0;
        let mask = Mask::new(request.update_mask);
        let (new, given) = Device::from_api(request.device.unwrap_or_default());
        if mask.has("domain") {
            late::settle(&gateway.context, caller, Kept::Group, late::GROUPS, &[new.domain_id]).await?;
        }
        let now = gateway.context.clock.now();
        let mut tx = gateway.context.database.tenant(right.project_id()).await?;
        let row = reach::lock(&mut tx, caller, &right, request.id).await?;
        let before = row.device();
        let mut after = before.clone();
        after.merge(new, &mask);

        let mut fields = Fields::new();
        after.check(&mut fields);
        let mut sealed = secrets::of_change(&mut fields, &given, &gateway.context.sealer, &mask);
        fields.finish()?;
        numbers::follow(&mut tx, &gateway.context, row.project_id, row.id, &mut after, &mut sealed).await?;
        self.check_is_no_service(&after)?;
        if after.domain_id != before.domain_id {
            reach::check_group(&mut tx, &right, after.domain_id).await?;
        }
        features::require(&mut tx, row.project_id, &licensed::switched_on(Some(&before), &after)).await?;
        device::update(&mut tx, &row, &after, sealed.clone(), now).await?;
        let holder = Holder { device_id: row.id, project_id: row.project_id };
        let changes = follow_up::run(&mut tx, gateway, holder, (&before, &after), sealed.sip.is_some()).await?;
        outbox::emit(
            &mut tx,
            row.project_id,
            device::CHANGED,
            &format!("device:{}", row.id),
            &device::changed(row.id, row.project_id, row.version + 1, &after, false),
        )
        .await?;
        let (told_before, told_after) = audited(&before, &after, &sealed)?;
        audit::record(
            &mut tx,
            &gateway.context.clock,
            caller,
            audit::Change::new(Action::Edit, Resource::Device, row.id, &after.name, told_before, told_after),
        )
        .await?;
        let view = caller.authorize::<resource::Device, action::View>()?;
        // Moved out of sight by this very change: answered as it is now, once.
        let row = match device::find(&mut tx, &view, row.id).await? {
            Some(row) => row,
            None => device::Row { version: row.version + 1, ..row },
        };
        let mut pushes = vec![self.push(&mut tx, &row, "device.changed").await?];
        let path = place::paths(&mut tx, &[row.domain_id]).await?.remove(&row.domain_id).unwrap_or_default();
        pushes.extend(push::of_tasks(row.project_id, &[(row.id, path)].into(), &changes));
        tx.commit().await?;

        for serial in [&before.serial_number, &after.serial_number] {
            gateway.broker_users.note(serial);
        }
        gateway.there_is_work();
        gateway.pusher.send(pushes);
        Ok(answer::device(row))
    }
}

/// For the audit log: of secrets only that they changed.
fn audited(before: &Device, after: &Device, sealed: &SealedSecrets) -> Result<(Value, Value)> {
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
