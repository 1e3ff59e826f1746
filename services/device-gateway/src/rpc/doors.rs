//! Doors that other services open for a user.
use kit::{Error, Result};
use policy::{Caller, CallerKind};
use proto::vestibule::device::v1::doors_server::Doors;
use proto::vestibule::device::v1::{OpenDoorRequest, OpenDoorResponse};
use tonic::{Request, Response, Status};

use crate::gateway::Gateway;
use crate::store::device;

pub struct DoorsRpc(pub Gateway);

impl DoorsRpc {
    async fn open(&self, service: &Caller, request: OpenDoorRequest) -> Result<OpenDoorResponse> {
        let mut tx = self.0.context.database.tenant(service.project_id).await?;
        let row = device::find_for_service(&mut tx, service.project_id, request.device_id).await?.ok_or(Error::NotFound)?;
        tx.commit().await?;
        // The audit log tells of the user, and not of the service between.
        let user = Caller {
            project_id: service.project_id,
            user_id: request.user_id,
            user_name: request.user_name,
            kind: CallerKind::User,
            ..Caller::default()
        };
        self.0.open_lock(&user, &row, request.lock_number).await?;
        Ok(OpenDoorResponse { opened: true })
    }
}

#[tonic::async_trait]
impl Doors for DoorsRpc {
    async fn open_door(&self, request: Request<OpenDoorRequest>) -> Result<Response<OpenDoorResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        Ok(Response::new(self.open(&caller, request.into_inner()).await?))
    }
}
