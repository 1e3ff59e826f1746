use kit::Error;
use proto::vestibule::identity::v1::registrations_server::Registrations;
use proto::vestibule::identity::v1::{
    AcceptInvitationRequest, ConfirmAccountRequest, ConfirmEmailRequest, GetInvitationRequest, GetRegistrationStateRequest,
    GetRegistrationStateResponse, GetSelfRegistrationRequest, Invitation, LoginResponse, RegisterRequest, RegisterResponse,
    ResendRegistrationRequest, SelfRegisterRequest, SelfRegistration,
};
use tonic::{Request, Response, Status};

use super::session::user_agent;
use crate::operation::confirm_account::confirm_account;
use crate::operation::confirm_email::confirm_email;
use crate::operation::invitation::{accept_invitation, get_invitation};
use crate::operation::open_sessions::Origin;
use crate::operation::register::{register, resend};
use crate::operation::self_register::{offer, self_register};
use crate::parts::Parts;
use crate::store;
use crate::store::project_settings::Which;

pub struct RegistrationRpc(pub Parts);

#[tonic::async_trait]
impl Registrations for RegistrationRpc {
    async fn register(&self, request: Request<RegisterRequest>) -> Result<Response<RegisterResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(register(&self.0, &caller, request.get_ref()).await?))
    }

    async fn resend_registration(&self, request: Request<ResendRegistrationRequest>) -> Result<Response<RegisterResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(resend(&self.0, &caller, request.get_ref()).await?))
    }

    async fn confirm_email(&self, request: Request<ConfirmEmailRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(confirm_email(&self.0, &caller, request.get_ref()).await?))
    }

    async fn get_invitation(&self, request: Request<GetInvitationRequest>) -> Result<Response<Invitation>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(get_invitation(&self.0, &caller, &request.get_ref().token).await?))
    }

    async fn accept_invitation(&self, request: Request<AcceptInvitationRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let origin = Origin::new(&caller, user_agent(&request));
        Ok(Response::new(accept_invitation(&self.0, &origin, request.get_ref()).await?))
    }

    async fn confirm_account(&self, request: Request<ConfirmAccountRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(confirm_account(&self.0, &caller, &request.get_ref().token).await?))
    }

    async fn get_self_registration(&self, request: Request<GetSelfRegistrationRequest>) -> Result<Response<SelfRegistration>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(offer(&self.0, &caller, &request.get_ref().code).await?))
    }

    async fn self_register(&self, request: Request<SelfRegisterRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self_register(&self.0, &caller, request.get_ref()).await?))
    }

    async fn get_registration_state(&self, request: Request<GetRegistrationStateRequest>) -> Result<Response<GetRegistrationStateResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let mut tx = self.0.context.database.system().await?;
        let open = store::project_settings::open(&mut tx, Which::Any).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(GetRegistrationStateResponse { is_open: !open.is_empty() }))
    }
}
