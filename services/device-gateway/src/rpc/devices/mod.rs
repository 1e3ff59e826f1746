//! Devices. Operations of some size have files of their own.
mod actions;
mod answer;
pub mod bulk;
mod create;
mod delete;
mod open;
pub(super) mod reach;
mod secrets;
mod update;

use kit::realtime::Push;
use kit::{Error, Page, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::devices_server::Devices;
use tonic::{Request, Response, Status};

use self::actions::Action;
use crate::domain::model;
use crate::gateway::Gateway;
use crate::push;
use crate::store::device::Row;
use crate::store::{device, place, sync_error};

pub struct DevicesRpc(pub Gateway);

#[tonic::async_trait]
impl Devices for DevicesRpc {
    async fn list_devices(&self, request: Request<api::ListDevicesRequest>) -> Result<Response<api::ListDevicesResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::Device, action::View>().map_err(Error::from)?;
        let request = request.into_inner();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let Page { items, total, page, size } = device::list(&mut reader, &right, &list_query!(request)).await?;
        Ok(Response::new(api::ListDevicesResponse { items: items.into_iter().map(answer::device).collect(), total, page, size }))
    }

    async fn get_device(&self, request: Request<api::GetDeviceRequest>) -> Result<Response<api::Device>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::Device, action::View>().map_err(Error::from)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let row = device::find(&mut reader, &right, request.into_inner().id).await?.ok_or(Error::NotFound)?;
        Ok(Response::new(answer::device(row)))
    }

    async fn create_device(&self, request: Request<api::CreateDeviceRequest>) -> Result<Response<api::Device>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.create(&caller, request.into_inner()).await?))
    }

    async fn update_device(&self, request: Request<api::UpdateDeviceRequest>) -> Result<Response<api::Device>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.update(&caller, request.into_inner()).await?))
    }

    async fn delete_device(&self, request: Request<api::DeleteDeviceRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.delete(&caller, request.into_inner()).await?))
    }

    async fn delete_all_devices(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.delete_all(&caller, request.into_inner()).await?))
    }

    async fn list_device_models(&self, request: Request<api::ListDeviceModelsRequest>) -> Result<Response<api::ListDeviceModelsResponse>, Status> {
        // Anybody who is signed in.
        self.0.context.caller(&request)?.authorize::<resource::Device, action::View>().map_err(Error::from)?;
        let items = device_protocol::model::catalogue().map(|model| model::describe(&model)).collect();
        Ok(Response::new(api::ListDeviceModelsResponse { items }))
    }

    async fn apply_device_settings(&self, request: Request<api::DeviceActionRequest>) -> Result<Response<api::DeviceActionResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.act(&caller, request.into_inner(), Action::Apply).await?))
    }

    async fn init_device(&self, request: Request<api::DeviceActionRequest>) -> Result<Response<api::DeviceActionResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.act(&caller, request.into_inner(), Action::Init).await?))
    }

    async fn restart_device_queue(&self, request: Request<api::DeviceActionRequest>) -> Result<Response<api::DeviceActionResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.act(&caller, request.into_inner(), Action::RestartQueue).await?))
    }

    async fn list_sync_errors(&self, request: Request<api::ListSyncErrorsRequest>) -> Result<Response<api::ListSyncErrorsResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::Device, action::View>().map_err(Error::from)?;
        let id = request.into_inner().id;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        device::find(&mut reader, &right, id).await?.ok_or(Error::NotFound)?;
        let items = sync_error::list(&mut reader, &right, id).await?;
        Ok(Response::new(api::ListSyncErrorsResponse { items: items.into_iter().map(answer::sync_error).collect() }))
    }

    async fn open_lock(&self, request: Request<api::OpenLockRequest>) -> Result<Response<api::OpenLockResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.open(&caller, request.into_inner()).await?))
    }
}

impl DevicesRpc {
    /// `{type, device_id}` to whoever sees the device.
    async fn push(&self, tx: &mut kit::Tx, row: &Row, kind: &str) -> kit::Result<Push> {
        let path = place::paths(tx, &[row.domain_id]).await?.remove(&row.domain_id).unwrap_or_default();
        Ok(push::of_device(row.project_id, path, row.id, kind))
    }
}
