use proto::vestibule::identity::v1::passwords_server::Passwords;
use proto::vestibule::identity::v1::{RecoverPasswordRequest, ResetPasswordRequest};
use tonic::{Request, Response, Status};

use crate::operation::recover_password::recover_password;
use crate::operation::reset_password::reset_password;
use crate::parts::Parts;

pub struct PasswordRpc(pub Parts);

#[tonic::async_trait]
impl Passwords for PasswordRpc {
    async fn recover_password(&self, request: Request<RecoverPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(recover_password(&self.0, &caller, &request.get_ref().email).await?))
    }

    async fn reset_password(&self, request: Request<ResetPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(reset_password(&self.0, &caller, request.get_ref()).await?))
    }
}
