//! Devices.
mod encode;

use kit::{Error, Mask, Page, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::devices_server::Devices;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::decode_ids;
use crate::app::App;
use crate::domain::device::{Device, Protocol, STATUS_HISTORY};
use crate::domain::model;
use crate::operation::device as operation;
use crate::operation::device::DeviceAction;
use crate::operation::sync_error;
use crate::store::{delivery, device, device_health, device_status_change};

pub struct DeviceService(pub App);

#[tonic::async_trait]
impl Devices for DeviceService {
    async fn list_devices(&self, request: Request<api::ListDevicesRequest>) -> Result<Response<api::ListDevicesResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let request = request.into_inner();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let Page { items, total, page, size } = device::list(&mut reader, &right, &list_query!(request)).await?;
        Ok(Response::new(api::ListDevicesResponse { items: items.into_iter().map(encode::device).collect(), total, page, size }))
    }

    async fn get_device(&self, request: Request<api::GetDeviceRequest>) -> Result<Response<api::Device>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let row = device::find(&mut reader, &right, request.into_inner().id).await?.ok_or(Error::NotFound)?;
        let health = device_health::find(&mut reader, &right, row.id).await?;
        Ok(Response::new(encode::device_with_health(row, health)))
    }

    async fn create_device(&self, request: Request<api::CreateDeviceRequest>) -> Result<Response<api::Device>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Create, _>(&request)?;
        let (device, secrets) = Device::from_api(request.into_inner().device.unwrap_or_default());
        let row = operation::create(&self.0, &right, device, secrets).await?;
        Ok(Response::new(encode::device(row)))
    }

    async fn update_device(&self, request: Request<api::UpdateDeviceRequest>) -> Result<Response<api::Device>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Edit, _>(&request)?;
        let api::UpdateDeviceRequest { id, device, update_mask } = request.into_inner();
        let (device, secrets) = Device::from_api(device.unwrap_or_default());
        let row = operation::update(&self.0, &right, id, device, secrets, &Mask::new(update_mask)).await?;
        Ok(Response::new(encode::device(row)))
    }

    async fn delete_device(&self, request: Request<api::DeleteDeviceRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_devices(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Delete, _>(&request)?;
        let ids = decode_ids(request.into_inner())?;
        Ok(Response::new(operation::delete_all(&self.0, &right, ids).await?))
    }

    async fn list_device_models(&self, request: Request<api::ListDeviceModelsRequest>) -> Result<Response<api::ListDeviceModelsResponse>, Status> {
        // Anybody who is signed in.
        self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let items = device_protocol::model::catalogue().map(|model| model::describe(&model)).collect();
        Ok(Response::new(api::ListDeviceModelsResponse { items }))
    }

    async fn apply_device_settings(&self, request: Request<api::DeviceActionRequest>) -> Result<Response<api::DeviceActionResponse>, Status> {
        self.start_tasks(request, DeviceAction::Apply).await
    }

    async fn init_device(&self, request: Request<api::DeviceActionRequest>) -> Result<Response<api::DeviceActionResponse>, Status> {
        self.start_tasks(request, DeviceAction::Init).await
    }

    async fn restart_device_queue(&self, request: Request<api::DeviceActionRequest>) -> Result<Response<api::DeviceActionResponse>, Status> {
        self.start_tasks(request, DeviceAction::RestartQueue).await
    }

    async fn set_device_protocols(
        &self,
        request: Request<api::SetDeviceProtocolsRequest>,
    ) -> Result<Response<api::SetDeviceProtocolsResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Edit, _>(&request)?;
        let request = request.into_inner();
        if request.protocol() == api::Protocol::Unspecified {
            return Err(Error::field("protocol", "must be one of: http, mqtt, none").into());
        }
        let protocol = Protocol::from_number(request.protocol as i16);
        let ids = decode_ids(DeleteAllRequest { items: request.items })?;
        Ok(Response::new(api::SetDeviceProtocolsResponse { items: operation::set_protocols(&self.0, &right, ids, protocol).await? }))
    }

    async fn list_sync_errors(&self, request: Request<api::ListSyncErrorsRequest>) -> Result<Response<api::ListSyncErrorsResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let id = request.into_inner().id;
        let items = sync_error::list(&self.0, &right, id).await?;
        Ok(Response::new(api::ListSyncErrorsResponse { items: items.into_iter().map(encode::sync_error).collect() }))
    }

    async fn list_device_status_history(
        &self,
        request: Request<api::ListDeviceStatusHistoryRequest>,
    ) -> Result<Response<api::ListDeviceStatusHistoryResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let id = request.into_inner().id;
        let now = self.0.context.clock.now();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let row = device::find(&mut reader, &right, id).await?.ok_or(Error::NotFound)?;
        let history = device_status_change::list(&mut reader, &right, id, now - STATUS_HISTORY).await?;
        Ok(Response::new(encode::status_history(&row, &history, now)))
    }

    async fn list_deliveries(&self, request: Request<api::ListDeliveriesRequest>) -> Result<Response<api::ListDeliveriesResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let link_id = Uuid::parse_str(&request.into_inner().link_id).map_err(|_| Error::NotFound)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let rows = delivery::list(&mut reader, &right, link_id).await?;
        Ok(Response::new(api::ListDeliveriesResponse { items: rows.into_iter().filter_map(encode::delivery).collect() }))
    }

    async fn open_lock(&self, request: Request<api::OpenLockRequest>) -> Result<Response<api::OpenLockResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Open, _>(&request)?;
        let api::OpenLockRequest { id, lock_number, .. } = request.into_inner();
        operation::open_lock(&self.0, &right, id, lock_number).await?;
        Ok(Response::new(api::OpenLockResponse { opened: true }))
    }
}

impl DeviceService {
    async fn start_tasks(
        &self,
        request: Request<api::DeviceActionRequest>,
        action: DeviceAction,
    ) -> Result<Response<api::DeviceActionResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Edit, _>(&request)?;
        let tasks = operation::start_tasks(&self.0, &right, request.into_inner().id, action).await?;
        Ok(Response::new(api::DeviceActionResponse { tasks }))
    }
}
