//! From an access token to a caller. What a session may do is asked of identity and kept for seconds; a change
//! of it is told on a Redis channel and takes effect at once.
mod invalidate;
mod known;
mod tokens;

use std::sync::Arc;
use std::time::Duration;

use identity::token::TokenVerifier;
use kit::Context;
use kit::resend::Reads;
use policy::{Caller, CallerKind, PermissionSet};
use proto::vestibule::identity::v1::sessions_client::SessionsClient;
use proto::vestibule::identity::v1::{ResolveSessionRequest, ResolveSessionResponse};
use tonic::Code;

pub(crate) use invalidate::{Changed, invalidate};
use known::Known;
use tokens::Tokens;

use crate::rest::ApiError;

/// How long identity may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Sessions {
    context: Context,
    tokens: Tokens,
    known: Arc<Known>,
}

impl Sessions {
    pub fn new(context: &Context) -> anyhow::Result<Self> {
        Ok(Sessions {
            tokens: Tokens::new(TokenVerifier::new(&context.settings.token_key, context.clock.clone())?),
            known: Arc::new(Known::new()),
            context: context.clone(),
        })
    }

    /// Who holds this access token, and what they may do now.
    pub async fn of_bearer(&self, token: &str) -> Result<Caller, ApiError> {
        let claims = self.tokens.verify(token).map_err(|_| ApiError::unauthenticated())?;
        self.of_session(claims.session_id).await
    }

    pub async fn of_session(&self, session_id: i64) -> Result<Caller, ApiError> {
        self.known.caller(session_id, || self.resolve(session_id)).await
    }

    async fn resolve(&self, session_id: i64) -> Result<Caller, ApiError> {
        let mut identity = SessionsClient::new(self.context.peers.peer("identity"));
        let mut request = self.context.signer.as_service("api-gateway", 0, ResolveSessionRequest { session_id });
        request.extensions_mut().insert(Reads);
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
        dealer_id: session.dealer_id,
        ..Caller::default()
    }
}
