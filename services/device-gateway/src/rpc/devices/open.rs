//! Opening a lock now.
use std::time::Duration;

use device_protocol::{DeviceCall, LockTarget, Serial};
use kit::{Error, Result, audit};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::device::v1 as api;
use serde_json::json;
use uuid::Uuid;

use super::{DevicesRpc, reach};
use crate::domain::device::Protocol;
use crate::driver::bas_ip::outcome;
use crate::gateway::Gateway;
use crate::store::device::Row;

/// Somebody stands before the door: after that the command is void.
const PATIENCE: Duration = Duration::from_secs(10);

impl DevicesRpc {
    pub(super) async fn open(&self, caller: &Caller, request: api::OpenLockRequest) -> Result<api::OpenLockResponse> {
        let right = caller.authorize::<resource::Device, action::Open>()?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let row = reach::find(&mut tx, caller, &right, request.id).await?;
        tx.commit().await?;
        self.0.open_lock(caller, &row, request.lock_number).await?;
        Ok(api::OpenLockResponse { opened: true })
    }
}

impl Gateway {
    /// Opens it, and puts on record who had it opened: whoever calls this has asked for the right.
    pub(crate) async fn open_lock(&self, caller: &Caller, row: &Row, lock_number: i32) -> Result<()> {
        let device = row.device();
        let lock = lock(lock_number, device.capability().max_locks)?;
        if device.protocol != Protocol::Mqtt {
            return Err(Error::conflict("device protocol is not mqtt, unable to connect"));
        }
        if !row.is_online() {
            return Err(Error::conflict("device status is offline, unable to connect"));
        }
        let serial = Serial::new(device.serial_number).map_err(Error::internal)?;
        let call = DeviceCall::OpenLock(lock).request(Uuid::now_v7());
        let response = self.link.call(&serial, call, PATIENCE).await.map_err(|error| Error::Unavailable(error.into()))?;
        if !response.is_success() {
            return Err(Error::Conflict {
                code: "device_refused",
                message: "device or service not available".into(),
                data: json!({"device": outcome::refusal(&response)}),
            });
        }
        let mut tx = self.context.database.tenant(row.project_id).await?;
        let after = json!({"lock_number": lock_number});
        let change = audit::Change::new(Action::Open, Resource::Device, row.id, &row.name, json!({}), after);
        audit::record(&mut tx, &self.context.clock, caller, change).await?;
        Ok(tx.commit().await?)
    }
}

fn lock(number: i32, locks: u8) -> Result<LockTarget> {
    let target = u8::try_from(number).ok().filter(|number| *number <= locks).and_then(|number| LockTarget::new(number).ok());
    target.filter(|_| locks > 0).ok_or_else(|| Error::field("lock_number", format!("must be within 0 - {locks}")))
}
