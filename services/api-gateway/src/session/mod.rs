//! From an access token to a caller. What a session may do is asked of identity and kept for seconds; a change
//! of it is told on a Redis channel and takes effect at once.
mod invalidate;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use identity::token::TokenVerifier;
use kit::Context;
use moka::sync::Cache;
use policy::{Caller, CallerKind, PermissionSet};
use proto::vestibule::identity::v1::sessions_client::SessionsClient;
use proto::vestibule::identity::v1::{ResolveSessionRequest, ResolveSessionResponse};
use tonic::Code;

pub(crate) use invalidate::{Changed, invalidate};

use crate::rest::ApiError;

/// The longest that a revoked session could go on if its invalidation were lost.
const KEEP: Duration = Duration::from_secs(5);
const KEEP_AT_MOST: u64 = 100_000;
/// How long identity may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Sessions {
    context: Context,
    verifier: Arc<TokenVerifier>,
    cache: Cache<i64, Arc<Caller>>,
    /// Whether invalidations arrive. While they do not, nothing is taken from the cache.
    told: Arc<AtomicBool>,
}

impl Sessions {
    pub fn new(context: &Context) -> anyhow::Result<Self> {
        Ok(Sessions {
            verifier: Arc::new(TokenVerifier::new(&context.settings.token_key, context.clock.clone())?),
            cache: Cache::builder().max_capacity(KEEP_AT_MOST).time_to_live(KEEP).build(),
            told: Arc::default(),
            context: context.clone(),
        })
    }

    /// Who holds this access token, and what they may do now.
    pub async fn of_bearer(&self, token: &str) -> Result<Caller, ApiError> {
        let claims = self.verifier.verify(token).map_err(|_| ApiError::unauthenticated())?;
        self.of_session(claims.session_id).await
    }

    pub async fn of_session(&self, session_id: i64) -> Result<Caller, ApiError> {
        if self.told.load(Ordering::Acquire)
            && let Some(caller) = self.cache.get(&session_id)
        {
            return Ok((*caller).clone());
        }
        let caller = self.resolve(session_id).await?;
        self.cache.insert(session_id, Arc::new(caller.clone()));
        Ok(caller)
    }

    async fn resolve(&self, session_id: i64) -> Result<Caller, ApiError> {
        let mut identity = SessionsClient::new(self.context.peers.peer("identity"));
        let request = self.context.signer.as_service("api-gateway", 0, ResolveSessionRequest { session_id });
        let answer = tokio::time::timeout(PATIENCE, identity.resolve_session(request)).await.map_err(|_| ApiError::timed_out())?;
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
        ..Caller::default()
    }
}
