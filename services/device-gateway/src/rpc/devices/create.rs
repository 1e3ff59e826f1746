//! A new device.
use kit::late::{self, Kept};
use kit::{Error, Fields, Result, audit, features, outbox};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::device::v1 as api;
use serde_json::Value;

use super::{DevicesRpc, answer, reach, secrets};
use crate::domain::device::{Device, Protocol};
use crate::domain::licensed;
use crate::push;
use crate::store::device::{self, NewDevice};
use crate::store::item::Holder;
use crate::store::place;
use crate::store::sync::{self, Due};
use crate::sync::follow_up;

impl DevicesRpc {
    pub(super) async fn create(&self, caller: &Caller, request: api::CreateDeviceRequest) -> Result<api::Device> {
        let right = caller.authorize::<resource::Device, action::Create>()?;
        let gateway = &self.0;
        let (device, given) = Device::from_api(request.device.unwrap_or_default());
        let mut fields = Fields::new();
        device.check(&mut fields);
        let sealed = secrets::of_new(&mut fields, &given, &gateway.context.sealer);
        fields.finish()?;
        self.check_is_no_service(&device)?;
        late::settle(&gateway.context, caller, Kept::Group, late::GROUPS, &[device.domain_id]).await?;

        let now = gateway.context.clock.now();
        let mut tx = gateway.context.database.tenant(right.project_id()).await?;
        reach::check_group(&mut tx, &right, device.domain_id).await?;
        features::require(&mut tx, right.project_id(), &licensed::switched_on(None, &device)).await?;
        let new = NewDevice {
            project_id: right.project_id(),
            device: &device,
            secrets: sealed.clone(),
            created_by: caller.user_id,
            created_by_name: &caller.user_name,
            now,
        };
        let id = device::insert(&mut tx, &new).await?;
        if device.protocol == Protocol::Mqtt {
            sync::wake(&mut tx, &[id], Due::FETCH_AND_READ, now).await?;
        }
        let holder = Holder { device_id: id, project_id: right.project_id() };
        let changes = follow_up::of_new(&mut tx, gateway, holder, &device, sealed.sip.is_some()).await?;
        outbox::emit(
            &mut tx,
            right.project_id(),
            device::CHANGED,
            &format!("device:{id}"),
            &device::changed(id, right.project_id(), 1, &device, false),
        )
        .await?;
        let after = serde_json::to_value(&device).map_err(Error::internal)?;
        audit::record(
            &mut tx,
            &gateway.context.clock,
            caller,
            audit::Change::new(Action::Create, Resource::Device, id, &device.name, Value::Null, after),
        )
        .await?;
        // The creator sees it, whatever the reach of the right to create.
        let view = caller.authorize::<resource::Device, action::View>()?;
        let row = device::find(&mut tx, &view, id).await?.ok_or(Error::NotFound)?;
        let mut pushes = vec![self.push(&mut tx, &row, "device.created").await?];
        let path = place::paths(&mut tx, &[row.domain_id]).await?.remove(&row.domain_id).unwrap_or_default();
        pushes.extend(push::of_tasks(row.project_id, &[(row.id, path)].into(), &changes));
        tx.commit().await?;

        gateway.broker_users.note(&device.serial_number);
        gateway.there_is_work();
        gateway.pusher.send(pushes);
        Ok(answer::device(row))
    }

    /// The service's own name at the broker is taken.
    pub(super) fn check_is_no_service(&self, device: &Device) -> Result<()> {
        match device.serial_number == self.0.context.settings.mqtt_user {
            true => Err(Error::conflict("serial number or e-mail already used")),
            false => Ok(()),
        }
    }
}
