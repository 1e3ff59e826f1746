//! The access decision for a device that asks at the door, by way of device-gateway.
use kit::Error;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::{CheckIdentifierRequest, CheckIdentifierResponse, CheckUserRequest, CheckUserResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::remote_check::{decide, decide_for_user};

pub struct RemoteChecksService(pub App);

#[tonic::async_trait]
impl RemoteChecks for RemoteChecksService {
    async fn check_identifier(&self, request: Request<CheckIdentifierRequest>) -> Result<Response<CheckIdentifierResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let request = request.into_inner();
        let answer = decide(&self.0, request.project_id, request.device_id, &request.r#type, &request.number).await?;
        let lock_number = answer.and_then(|answer| answer.lock_number).map(i32::from);
        Ok(Response::new(CheckIdentifierResponse { known: answer.is_some(), lock_number }))
    }
    async fn check_user(&self, request: Request<CheckUserRequest>) -> Result<Response<CheckUserResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let CheckUserRequest { project_id, device_id, user_id, lock_number } = request.into_inner();
        let allowed = decide_for_user(&self.0, project_id, device_id, user_id, lock_number).await?;
        Ok(Response::new(CheckUserResponse { allowed }))
    }
}
