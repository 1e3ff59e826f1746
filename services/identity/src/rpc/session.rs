use kit::Error;
use policy::{action, resource};
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::{
    LoginPasskeyRequest, LoginRequest, LoginResponse, LoginSecondFactorRequest, LogoutRequest, PasskeyChallenge, RefreshRequest, RefreshResponse,
    ResolveSessionRequest, ResolveSessionResponse, StartPasskeyLoginRequest,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::session::{self, ClientInfo};
use crate::store;

pub struct SessionService(pub App);

#[tonic::async_trait]
impl Sessions for SessionService {
    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let client = ClientInfo::new(&caller, user_agent(&request));
        Ok(Response::new(session::login(&self.0, &client, request.get_ref()).await?))
    }

    async fn login_second_factor(&self, request: Request<LoginSecondFactorRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let client = ClientInfo::new(&caller, user_agent(&request));
        Ok(Response::new(session::login_second_factor(&self.0, &client, request.get_ref()).await?))
    }

    async fn start_passkey_login(&self, request: Request<StartPasskeyLoginRequest>) -> Result<Response<PasskeyChallenge>, Status> {
        Ok(Response::new(session::start_passkey_login(&self.0, request.get_ref().ticket.as_deref()).await?))
    }

    async fn login_passkey(&self, request: Request<LoginPasskeyRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let user_agent = user_agent(&request).to_string();
        let client = ClientInfo::new(&caller, &user_agent);
        Ok(Response::new(session::login_passkey(&self.0, &client, request.into_inner()).await?))
    }

    async fn refresh(&self, request: Request<RefreshRequest>) -> Result<Response<RefreshResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(session::refresh(&self.0, &caller, &request.get_ref().token).await?))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::User, action::View>().map_err(Error::from)?;
        session::logout(&self.0, &right).await?;
        Ok(Response::new(()))
    }

    async fn resolve_session(&self, request: Request<ResolveSessionRequest>) -> Result<Response<ResolveSessionResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let mut tx = self.0.context.database.system().await?;
        let live = store::session::live(&mut tx, request.get_ref().session_id, self.0.context.clock.now()).await?;
        // The refresh of a suspended application says why.
        let live = live.filter(|live| !live.is_suspended).ok_or(Error::NotFound)?;
        let app_features = store::license::app_features(&mut tx, &live).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(ResolveSessionResponse {
            session_id: live.id,
            project_id: live.project_id,
            user_id: live.user_id,
            role_id: live.role_id,
            permissions: live.permissions(),
            token_is_limited: live.is_token_limited(),
            token_is_without_own: live.is_token_without_own(),
            token_id: live.token_id,
            token_name: live.token_name,
            user_name: live.user_name,
            locale: live.locale,
            domain_ids: live.domain_ids,
            expires_at: live.expires_at.unix_timestamp(),
            dealer_id: live.dealer_id,
            is_support: live.is_support,
            is_mobile_app: app_features.is_some(),
            app_features: app_features.unwrap_or_default(),
        }))
    }
}

pub fn user_agent<T>(request: &Request<T>) -> &str {
    request.metadata().get(access_token::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
