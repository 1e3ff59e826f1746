//! From an access token, or a token for programs, to a caller. Identity says what a session may do, and the answer is cached for seconds; a change
//! is published on a Redis channel and takes effect at once.
mod caller_cache;
mod change;
mod program_tokens;
mod token_cache;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use access_token::{TokenVerifier, program};
use http::{HeaderMap, StatusCode, header};
use kit::Context;
use kit::resend::Idempotent;
use policy::{Caller, CallerKind, CallerToken, PermissionSet};
use proto::vestibule::identity::v1::sessions_client::SessionsClient;
use proto::vestibule::identity::v1::{ResolveSessionRequest, ResolveSessionResponse};
use tonic::Code;

use caller_cache::CallerCache;
pub use change::SessionChange;
use program_tokens::ProgramTokens;
use token_cache::TokenCache;

use crate::error::ApiError;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// The token of `Authorization: Bearer`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

#[derive(Clone)]
pub struct Sessions {
    context: Context,
    tokens: TokenCache,
    programs: ProgramTokens,
    callers: Arc<CallerCache>,
}

impl Sessions {
    pub fn new(context: &Context) -> anyhow::Result<Self> {
        Ok(Sessions {
            tokens: TokenCache::new(TokenVerifier::new(&context.settings.token_key, context.clock.clone())?),
            programs: ProgramTokens::new(context),
            callers: Arc::new(CallerCache::new()),
            context: context.clone(),
        })
    }

    /// The caller who holds this access token or token for programs, with the rights of now. `address`: of the client.
    pub async fn authenticate(&self, token: &str, address: IpAddr) -> Result<Caller, ApiError> {
        if token.starts_with(program::PROGRAM_TOKEN_PREFIX) {
            return self.authenticate_program(token, address).await;
        }
        let claims = self.tokens.verify(token).map_err(|_| ApiError::unauthenticated())?;
        self.find(claims.session_id).await
    }

    async fn authenticate_program(&self, token: &str, address: IpAddr) -> Result<Caller, ApiError> {
        let Some(hash) = program::hash(token) else { return Err(self.programs.unknown(address).await) };
        let found = self.find(self.programs.session_id(hash, address).await?).await;
        if found.as_ref().is_err_and(|error| error.status() == StatusCode::UNAUTHORIZED) {
            self.programs.refuse(hash).await;
        }
        found
    }

    /// Counts a call with a token for programs: 429 for one too many. To be called once for each call, with the caller's address.
    pub async fn count_token_use(&self, caller: &Caller, max_per_minute: u64) -> Result<(), ApiError> {
        self.programs.count_use(caller, max_per_minute).await
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

/// Whether this is the session of a mobile app whose user has not the feature. Browsers and tokens for programs need none.
pub fn lacks_app_feature(caller: &Caller, feature: &str) -> bool {
    caller.app_features.as_ref().is_some_and(|features| !features.iter().any(|held| held == feature))
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
        token: (session.token_id != 0).then_some(CallerToken {
            id: session.token_id,
            name: session.token_name,
            is_limited: session.token_is_limited,
            is_without_own: session.token_is_without_own,
        }),
        app_features: session.is_mobile_app.then_some(session.app_features),
        ..Caller::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_of_an_app_is_limited_to_its_features_and_that_of_a_browser_is_not() {
        let session = |is_mobile_app, features: &[&str]| ResolveSessionResponse {
            is_mobile_app,
            app_features: features.iter().map(|feature| feature.to_string()).collect(),
            ..Default::default()
        };
        let lacks = |session, feature| lacks_app_feature(&caller_of(session), feature);
        let app = session(true, &["mobile_app", "mobile_app.siri"]);
        assert!(lacks(app.clone(), "mobile_app.remote_open") && !lacks(app, "mobile_app.siri"));
        assert!(lacks(session(true, &[]), "mobile_app.remote_open"), "it is an app without any");
        assert!(!lacks(session(false, &[]), "mobile_app.remote_open"));
    }
}
