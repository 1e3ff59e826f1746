//! Doors that other services open for a user.
use kit::Error;
use policy::{Caller, CallerKind};
use proto::vestibule::device::v1::doors_server::Doors;
use proto::vestibule::device::v1::{OpenDoorRequest, OpenDoorResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::device;
use crate::store::remote_opening::GuestKeyRef;

pub struct DoorService(pub App);

#[tonic::async_trait]
impl Doors for DoorService {
    async fn open_door(&self, request: Request<OpenDoorRequest>) -> Result<Response<OpenDoorResponse>, Status> {
        let service = self.0.context.caller(&request)?;
        service.as_service().map_err(Error::from)?;
        let request = request.into_inner();
        let user = Caller {
            project_id: service.project_id,
            user_id: request.user_id,
            user_name: request.user_name,
            domain_ids: request.domain_ids,
            kind: CallerKind::User,
            // The calling service passes on the token by which it was asked.
            token: service.token,
            ..Caller::default()
        };
        let guest_key = request.identifier.map(|key| GuestKeyRef { id: key.id, name: key.name });
        device::open_lock_for_service(&self.0, &user, guest_key, request.device_id, request.lock_number).await?;
        Ok(Response::new(OpenDoorResponse { opened: true }))
    }
}
