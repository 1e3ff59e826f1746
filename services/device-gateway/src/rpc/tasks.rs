//! Device tasks: looking, deleting, trying again.
use kit::{Error, Page, Result, Tx, clock, list_query};
use policy::{Action, ActionKind, Authorized, Caller, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
use proto::vestibule::device::v1::{
    DeleteDeviceTaskRequest, DeviceTask, GetDeviceTaskRequest, ListDeviceTasksRequest, ListDeviceTasksResponse, RestartDeviceTaskRequest,
};
use serde_json::json;
use sqlx::{Acquire, PgConnection};
use tonic::{Request, Response, Status};

use super::devices::bulk;
use crate::domain::task::{Status as TaskStatus, Step, after};
use crate::gateway::Gateway;
use crate::push;
use crate::store::place;
use crate::store::sync::{self, Due};
use crate::store::task::{self, Change, Note, Row};

pub struct TasksRpc(pub Gateway);

#[tonic::async_trait]
impl DeviceTasks for TasksRpc {
    async fn list_device_tasks(&self, request: Request<ListDeviceTasksRequest>) -> Result<Response<ListDeviceTasksResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::DeviceTask, action::View>().map_err(Error::from)?;
        let request = request.into_inner();
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let Page { items, total, page, size } = task::list(&mut reader, &right, &list_query!(request)).await?;
        Ok(Response::new(ListDeviceTasksResponse { items: items.into_iter().map(answer).collect(), total, page, size }))
    }

    async fn get_device_task(&self, request: Request<GetDeviceTaskRequest>) -> Result<Response<DeviceTask>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::DeviceTask, action::View>().map_err(Error::from)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let row = task::find(&mut reader, &right, request.into_inner().id).await?.ok_or(Error::NotFound)?;
        Ok(Response::new(answer(row)))
    }

    async fn delete_device_task(&self, request: Request<DeleteDeviceTaskRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::DeviceTask, action::Delete>().map_err(Error::from)?;
        let id = request.into_inner().id;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        self.delete(&mut tx, &caller, &right, id).await?;
        tx.commit().await.map_err(Error::from)?;
        self.0.there_is_work();
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_device_tasks(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::DeviceTask, action::Delete>().map_err(Error::from)?;
        let ids = bulk::ids(request.into_inner())?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let mut items = Vec::with_capacity(ids.len());
        for id in ids {
            let mut savepoint = tx.begin().await.map_err(Error::from)?;
            let done = self.delete(&mut savepoint, &caller, &right, id).await;
            bulk::end(savepoint, &done).await?;
            items.push(bulk::answer(id, done)?);
        }
        tx.commit().await.map_err(Error::from)?;
        self.0.there_is_work();
        Ok(Response::new(DeleteAllResponse { items }))
    }

    async fn restart_device_task(&self, request: Request<RestartDeviceTaskRequest>) -> Result<Response<DeviceTask>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::DeviceTask, action::Edit>().map_err(Error::from)?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let (row, changes) = self.restart(&mut tx, &caller, &right, request.into_inner().id).await?;
        let pushes = pushes(&mut tx, &row, &changes).await?;
        tx.commit().await.map_err(Error::from)?;
        self.0.pusher.send(pushes);
        self.0.there_is_work();
        Ok(Response::new(answer(row)))
    }
}

impl TasksRpc {
    async fn delete<A: ActionKind>(
        &self,
        connection: &mut PgConnection,
        caller: &Caller,
        right: &Authorized<resource::DeviceTask, A>,
        id: i64,
    ) -> Result<()> {
        let now = self.0.context.clock.now();
        let row = find(connection, caller, right, id).await?;
        task::delete(connection, right, id).await?;
        // What it was to reach is still wanted.
        sync::wake(connection, &[row.device_id], Due::PLAN, now).await?;
        self.audit(connection, caller, Action::Delete.name(), &row).await
    }

    async fn restart<A: ActionKind>(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        right: &Authorized<resource::DeviceTask, A>,
        id: i64,
    ) -> Result<(Row, Vec<Change>)> {
        let now = self.0.context.clock.now();
        let row = find(tx, caller, right, id).await?;
        let allowed = TaskStatus::from_number(row.status).and_then(|status| after(status, Step::Restart)).is_some();
        let changes = if allowed { task::advance(tx, &[id], Step::Restart, Note::default(), now).await? } else { Vec::new() };
        if changes.is_empty() {
            return Err(Error::conflict("only a task in error or stopped can be restarted"));
        }
        sync::wake(tx, &[row.device_id], Due::LOOK, now).await?;
        self.audit(tx, caller, "restart", &row).await?;
        let row = task::find(tx, right, id).await?.ok_or(Error::NotFound)?;
        Ok((row, changes))
    }

    async fn audit(&self, connection: &mut PgConnection, caller: &Caller, action: &str, row: &Row) -> Result<()> {
        let change = kit::audit::Change {
            action,
            resource: policy::Resource::DeviceTask,
            id: row.id,
            name: &row.device_name,
            before: json!({"kind": row.kind, "status": TaskStatus::from_number(row.status).map(TaskStatus::word)}),
            after: json!({}),
        };
        kit::audit::record(connection, &self.0.context.clock, caller, change).await
    }
}

/// In reach of the right; forbidden when it can only be seen.
async fn find<A: ActionKind>(connection: &mut PgConnection, caller: &Caller, right: &Authorized<resource::DeviceTask, A>, id: i64) -> Result<Row> {
    if let Some(row) = task::find(connection, right, id).await? {
        return Ok(row);
    }
    let view = caller.authorize::<resource::DeviceTask, action::View>().map_err(|_| Error::NotFound)?;
    Err(if task::find(connection, &view, id).await?.is_some() { Error::Forbidden } else { Error::NotFound })
}

async fn pushes(tx: &mut Tx, row: &Row, changes: &[Change]) -> Result<Vec<kit::realtime::Push>> {
    let path = place::paths(tx, &[row.domain_id]).await?.remove(&row.domain_id).unwrap_or_default();
    Ok(push::of_tasks(row.project_id, &[(row.device_id, path)].into(), changes))
}

fn answer(row: Row) -> DeviceTask {
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
