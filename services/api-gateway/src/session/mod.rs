//! From an access token to a caller. Identity says what a session may do, and the answer is cached for seconds; a change
//! is published on a Redis channel and takes effect at once.
mod caller_cache;
mod change;
mod token_cache;

use std::sync::Arc;
use std::time::Duration;

use access_token::TokenVerifier;
use kit::Context;
use kit::resend::Idempotent;
use policy::{Caller, CallerKind, PermissionSet};
use proto::vestibule::identity::v1::sessions_client::SessionsClient;
use proto::vestibule::identity::v1::{ResolveSessionRequest, ResolveSessionResponse};
use tonic::Code;

use caller_cache::CallerCache;
pub use change::SessionChange;
use token_cache::TokenCache;

use crate::error::ApiError;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Sessions {
    context: Context,
    tokens: TokenCache,
    callers: Arc<CallerCache>,
}

impl Sessions {
    pub fn new(context: &Context) -> anyhow::Result<Self> {
        Ok(Sessions {
            tokens: TokenCache::new(TokenVerifier::new(&context.settings.token_key, context.clock.clone())?),
            callers: Arc::new(CallerCache::new()),
            context: context.clone(),
        })
    }

    /// The caller who holds this access token, with the rights of now.
    pub async fn authenticate(&self, token: &str) -> Result<Caller, ApiError> {
        let claims = self.tokens.verify(token).map_err(|_| ApiError::unauthenticated())?;
        self.find(claims.session_id).await
    }

    pub async fn find(&self, session_id: i64) -> Result<Caller, ApiError> {
        self.callers.caller(session_id, || self.resolve(session_id)).await
    }

    /// From now on every change of a session arrives.
    pub fn start_caching(&self) {
        self.callers.start_caching();
    }

    /// Changes may be missed: identity is asked for every call.
    pub fn stop_caching(&self) {
        self.callers.stop_caching();
    }

    pub async fn forget(&self, change: &SessionChange) {
        self.callers.forget(change).await;
    }

    async fn resolve(&self, session_id: i64) -> Result<Caller, ApiError> {
        let mut identity = SessionsClient::new(self.context.peers.peer("identity"));
        let mut request = self.context.signer.as_service("api-gateway", 0, ResolveSessionRequest { session_id });
        request.extensions_mut().insert(Idempotent);
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, identity.resolve_session(request)).await.map_err(|_| ApiError::timed_out())?;
        match answer {
            Ok(session) => Ok(caller_of(session.into_inner())),
            Err(status) if status.code() == Code::NotFound => Err(ApiError::unauthenticated()),
            Err(status) => Err(status.into()),
        }
    }
}

fn caller_of(session: ResolveSessionResponse) -> Caller {
    Caller {
        kind: CallerKind::User,
        project_id: session.project_id,
        user_id: session.user_id,
        session_id: session.session_id,
        role_id: session.role_id,
        user_name: session.user_name,
        permissions: PermissionSet::from_codes(session.permissions.iter().map(String::as_str)),
        domain_ids: session.domain_ids,
        locale: session.locale,
        dealer_id: session.dealer_id,
        ..Caller::default()
    }
}
