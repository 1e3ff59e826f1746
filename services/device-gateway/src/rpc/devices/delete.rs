//! Deleting devices.
use kit::{Error, Result, audit, outbox};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::device::v1 as api;
use serde_json::Value;
use sqlx::{Acquire, PgConnection};

use super::{DevicesRpc, bulk, reach};
use crate::rpc::remote_sessions::expiry;
use crate::store::device::{self, Row};

type Right = Authorized<resource::Device, action::Delete>;

impl DevicesRpc {
    pub(super) async fn delete(&self, caller: &Caller, request: api::DeleteDeviceRequest) -> Result<DeleteResponse> {
        let right = caller.authorize::<resource::Device, action::Delete>()?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let row = self.delete_one(&mut tx, caller, &right, request.id).await?;
        let push = self.push(&mut tx, &row, "device.deleted").await?;
        tx.commit().await?;
        self.0.broker_users.note(&row.serial_number);
        self.0.pusher.send(vec![push]);
        Ok(DeleteResponse { id: row.id })
    }

    pub(super) async fn delete_all(&self, caller: &Caller, request: DeleteAllRequest) -> Result<DeleteAllResponse> {
        let right = caller.authorize::<resource::Device, action::Delete>()?;
        let ids = bulk::ids(request)?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let (mut items, mut deleted) = (Vec::with_capacity(ids.len()), Vec::new());
        for id in ids {
            let mut savepoint = tx.begin().await?;
            let done = self.delete_one(&mut savepoint, caller, &right, id).await.map(|row| deleted.push(row));
            bulk::end(savepoint, &done).await?;
            items.push(bulk::answer(id, done)?);
        }
        let mut pushes = Vec::with_capacity(deleted.len());
        for row in &deleted {
            pushes.push(self.push(&mut tx, row, "device.deleted").await?);
        }
        tx.commit().await?;
        for row in &deleted {
            self.0.broker_users.note(&row.serial_number);
        }
        self.0.pusher.send(pushes);
        Ok(DeleteAllResponse { items })
    }

    async fn delete_one(&self, connection: &mut PgConnection, caller: &Caller, right: &Right, id: i64) -> Result<Row> {
        let context = &self.0.context;
        let row = reach::lock(connection, caller, right, id).await?;
        let device = row.device();
        expiry::of_device(connection, &context.clock, row.project_id, id).await?;
        device::delete(connection, &row, context.clock.now()).await?;
        outbox::emit(
            connection,
            row.project_id,
            device::CHANGED,
            &format!("device:{id}"),
            &device::changed(id, row.project_id, row.version + 1, &device, true),
        )
        .await?;
        let before = serde_json::to_value(&device).map_err(Error::internal)?;
        audit::record(
            connection,
            &context.clock,
            caller,
            audit::Change::new(Action::Delete, Resource::Device, id, &device.name, before, Value::Null),
        )
        .await?;
        Ok(row)
    }
}
