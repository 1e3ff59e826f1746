//! Tasks of devices.
use kit::{Error, Page, clock, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::{
    DeleteDeviceTaskRequest, DeviceTask, GetDeviceTaskRequest, ListDeviceTasksRequest, ListDeviceTasksResponse, RestartDeviceTaskRequest,
};
use tonic::{Request, Response, Status};

use super::decode_ids;
use crate::app::App;
use crate::operation::task as operation;
use crate::store::task::{self, TaskRow};

pub struct TaskService(pub App);

#[tonic::async_trait]
impl DeviceTasks for TaskService {
    async fn list_device_tasks(&self, request: Request<ListDeviceTasksRequest>) -> Result<Response<ListDeviceTasksResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceTask, action::View, _>(&request)?;
        let request = request.into_inner();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let Page { items, total, page, size } = task::list(&mut reader, &right, &list_query!(request)).await?;
        Ok(Response::new(ListDeviceTasksResponse { items: items.into_iter().map(encode).collect(), total, page, size }))
    }

    async fn get_device_task(&self, request: Request<GetDeviceTaskRequest>) -> Result<Response<DeviceTask>, Status> {
        let right = self.0.context.authorize::<resource::DeviceTask, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let row = task::find(&mut reader, &right, request.into_inner().id).await?.ok_or(Error::NotFound)?;
        Ok(Response::new(encode(row)))
    }

    async fn delete_device_task(&self, request: Request<DeleteDeviceTaskRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceTask, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_device_tasks(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceTask, action::Delete, _>(&request)?;
        let ids = decode_ids(request.into_inner())?;
        Ok(Response::new(operation::delete_all(&self.0, &right, ids).await?))
    }

    async fn restart_device_task(&self, request: Request<RestartDeviceTaskRequest>) -> Result<Response<DeviceTask>, Status> {
        let right = self.0.context.authorize::<resource::DeviceTask, action::Edit, _>(&request)?;
        let row = operation::restart(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(encode(row)))
    }
}

fn encode(row: TaskRow) -> DeviceTask {
    DeviceTask {
        id: row.id,
        device: Some(Ref { id: row.device_id, name: row.device_name }),
        kind: row.kind,
        status: row.status.into(),
        items_count: row.items_count,
        attempts: row.attempts,
        error: row.error,
        version: row.version,
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        started_at: row.started_at.map(clock::to_proto),
        finished_at: row.finished_at.map(clock::to_proto),
        next_attempt_at: row.next_attempt_at.map(clock::to_proto),
    }
}
