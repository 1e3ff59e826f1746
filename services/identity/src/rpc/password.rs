use proto::vestibule::identity::v1::passwords_server::Passwords;
use proto::vestibule::identity::v1::{RecoverPasswordRequest, ResetPasswordRequest};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::password;

pub struct PasswordService(pub App);

#[tonic::async_trait]
impl Passwords for PasswordService {
    async fn recover_password(&self, request: Request<RecoverPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(password::recover(&self.0, &caller, &request.get_ref().email).await?))
    }

    async fn reset_password(&self, request: Request<ResetPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(password::reset(&self.0, &caller, request.get_ref()).await?))
    }
}
