use kit::Error;
use proto::vestibule::identity::v1::registrations_server::Registrations;
use proto::vestibule::identity::v1::{
    AcceptInvitationRequest, ConfirmAccountRequest, ConfirmEmailRequest, GetInvitationRequest, GetRegistrationStateRequest,
    GetRegistrationStateResponse, GetSelfRegistrationRequest, Invitation, LoginResponse, RegisterRequest, RegisterResponse,
    ResendRegistrationRequest, SelfRegisterRequest, SelfRegistration,
};
use tonic::{Request, Response, Status};

use super::session::user_agent;
use crate::app::App;
use crate::domain::language;
use crate::operation::session::ClientInfo;
use crate::operation::{invitation, registration, self_registration};
use crate::projection;
use crate::projection::project_settings::Which;

/// Who names no language has the one that their browser asks for, where the platform speaks it.
fn with_language<M>(request: Request<M>, locale: impl FnOnce(&mut M) -> &mut String) -> M {
    let asked = request.metadata().get(access_token::LANGUAGES).and_then(|value| value.to_str().ok()).and_then(language::preferred);
    let mut message = request.into_inner();
    let locale = locale(&mut message);
    if let (true, Some(asked)) = (locale.is_empty(), asked) {
        *locale = asked.into();
    }
    message
}

pub struct RegistrationService(pub App);

#[tonic::async_trait]
impl Registrations for RegistrationService {
    async fn register(&self, request: Request<RegisterRequest>) -> Result<Response<RegisterResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let message = with_language(request, |message| &mut message.locale);
        Ok(Response::new(registration::register(&self.0, &caller, &message).await?))
    }

    async fn resend_registration(&self, request: Request<ResendRegistrationRequest>) -> Result<Response<RegisterResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(registration::resend(&self.0, &caller, request.get_ref()).await?))
    }

    async fn confirm_email(&self, request: Request<ConfirmEmailRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(registration::confirm_email(&self.0, &caller, request.get_ref()).await?))
    }

    async fn get_invitation(&self, request: Request<GetInvitationRequest>) -> Result<Response<Invitation>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(invitation::find(&self.0, &caller, &request.get_ref().token).await?))
    }

    async fn accept_invitation(&self, request: Request<AcceptInvitationRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let client = ClientInfo::new(&caller, user_agent(&request));
        Ok(Response::new(invitation::accept(&self.0, &client, request.get_ref()).await?))
    }

    async fn confirm_account(&self, request: Request<ConfirmAccountRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self_registration::confirm(&self.0, &caller, &request.get_ref().token).await?))
    }

    async fn get_self_registration(&self, request: Request<GetSelfRegistrationRequest>) -> Result<Response<SelfRegistration>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self_registration::offer(&self.0, &caller, &request.get_ref().code).await?))
    }

    async fn self_register(&self, request: Request<SelfRegisterRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let message = with_language(request, |message| &mut message.locale);
        Ok(Response::new(self_registration::register(&self.0, &caller, &message).await?))
    }

    async fn get_registration_state(&self, request: Request<GetRegistrationStateRequest>) -> Result<Response<GetRegistrationStateResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let mut tx = self.0.context.database.system().await?;
        let open = projection::project_settings::open(&mut tx, Which::Any).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(GetRegistrationStateResponse { is_open: !open.is_empty() }))
    }
}
