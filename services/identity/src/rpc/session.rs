use kit::Error;
use policy::{action, resource};
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::{
    LoginRequest, LoginResponse, LogoutRequest, RefreshRequest, RefreshResponse, ResolveSessionRequest, ResolveSessionResponse,
};
use tonic::{Request, Response, Status};

use crate::operation::login::{Origin, login};
use crate::operation::{logout::logout, refresh::refresh};
use crate::parts::Parts;
use crate::store;

/// Metadata key under which the gateway passes on the name of the browser.
pub const USER_AGENT: &str = "vestibule-user-agent";

pub struct SessionRpc(pub Parts);

#[tonic::async_trait]
impl Sessions for SessionRpc {
    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let user_agent = request.metadata().get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let origin = Origin { caller: &caller, user_agent };
        Ok(Response::new(login(&self.0, &origin, request.get_ref()).await?))
    }

    async fn refresh(&self, request: Request<RefreshRequest>) -> Result<Response<RefreshResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(refresh(&self.0, &caller, &request.get_ref().token).await?))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize::<resource::User, action::View>().map_err(Error::from)?;
        logout(&self.0, &right).await?;
        Ok(Response::new(()))
    }

    async fn resolve_session(&self, request: Request<ResolveSessionRequest>) -> Result<Response<ResolveSessionResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let mut tx = self.0.context.database.system().await?;
        let live = store::session::live(&mut tx, request.get_ref().session_id, self.0.context.clock.now()).await?;
        tx.rollback().await.map_err(Error::from)?;
        let live = live.ok_or(Error::NotFound)?;
        Ok(Response::new(ResolveSessionResponse {
            session_id: live.id,
            project_id: live.project_id,
            user_id: live.user_id,
            role_id: live.role_id,
            permissions: live.permissions(),
            user_name: live.user_name,
            locale: live.locale,
            domain_ids: live.domain_ids,
            expires_at: live.expires_at.unix_timestamp(),
        }))
    }
}
