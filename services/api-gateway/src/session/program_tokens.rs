//! Tokens for programs. Identity says whose session a token is, once; what that session may do is then asked as for any other, so
//! that the end of a token and every change of its rights take effect at once.
use std::net::IpAddr;
use std::time::Duration;

use access_token::program::ProgramTokenHash;
use http::StatusCode;
use kit::rate_limit::{self, Limit, Permit};
use kit::resend::Idempotent;
use kit::{Context, Error, telemetry};
use moka::future::Cache;
use policy::Caller;
use proto::vestibule::identity::v1::tokens_client::TokensClient;
use proto::vestibule::identity::v1::{RecordTokenUseRequest, ResolveTokenRequest};
use tonic::{Code, Status};

use super::ANSWER_TIMEOUT;
use crate::error::ApiError;

/// A token never leads to another session than its own; whether that goes on is asked for each call.
const CACHE_TTL: Duration = Duration::from_secs(60 * 60);
/// A token that was refused is never taken again: a program that goes on with one does not reach identity each time.
const REFUSED_TTL: Duration = Duration::from_secs(10);
const MAX_ENTRIES: u64 = 100_000;
/// Calls with unknown tokens from one address within a `WINDOW`. Guesses are hopeless: it keeps them from identity.
const MAX_UNKNOWN: u64 = 60;
const WINDOW: Duration = Duration::from_secs(60);
/// How often the last use of a token is written.
const USE_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub(super) struct ProgramTokens {
    context: Context,
    /// By the digest of the token, which is stored nowhere.
    sessions: Cache<ProgramTokenHash, i64>,
    refused: Cache<ProgramTokenHash, ()>,
    /// Sessions whose use was written within the last `USE_INTERVAL`.
    used: Cache<i64, ()>,
}

impl ProgramTokens {
    pub(super) fn new(context: &Context) -> Self {
        ProgramTokens {
            context: context.clone(),
            sessions: Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(CACHE_TTL).build(),
            refused: Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(REFUSED_TTL).build(),
            used: Cache::builder().max_capacity(MAX_ENTRIES).time_to_live(USE_INTERVAL).build(),
        }
    }

    /// The session of a token; unauthenticated when it is unknown, revoked or expired, and 429 after too many of those from the
    /// address. What is known already is taken from everywhere.
    pub(super) async fn session_id(&self, hash: ProgramTokenHash, address: IpAddr) -> Result<i64, ApiError> {
        if self.refused.contains_key(&hash) {
            return Err(self.unknown(address).await);
        }
        match self.sessions.try_get_with(hash, self.resolve(hash, address)).await {
            Ok(session_id) => Ok(session_id),
            Err(error) => {
                if error.status() == StatusCode::UNAUTHORIZED {
                    self.refused.insert(hash, ()).await;
                }
                Err((*error).clone())
            }
        }
    }

    /// Its session has ended: it is not asked for again.
    pub(super) async fn refuse(&self, hash: ProgramTokenHash) {
        self.sessions.invalidate(&hash).await;
        self.refused.insert(hash, ()).await;
    }

    /// Counts a call with an unknown token: why it is refused.
    pub(super) async fn unknown(&self, address: IpAddr) -> ApiError {
        match self.attempt(address).await {
            Ok(_counted) => ApiError::unauthenticated(),
            Err(error) => error,
        }
    }

    /// Counted before it is checked; to be refunded when the token is right. None while Redis is away: who has a token goes on.
    async fn attempt(&self, address: IpAddr) -> Result<Option<Permit>, ApiError> {
        let counter = rate_limit::counter_of_address(&self.context, "unknown-token", &address.to_string());
        match rate_limit::acquire(&self.context, vec![Limit { counter, most: MAX_UNKNOWN, window: WINDOW }]).await {
            Ok(permit) => Ok(Some(permit)),
            Err(Error::Unavailable(error)) => {
                tracing::warn!(error = format!("{error:#}"), "unknown tokens are not counted");
                Ok(None)
            }
            Err(error) => Err(Status::from(error).into()),
        }
    }

    async fn resolve(&self, hash: ProgramTokenHash, address: IpAddr) -> Result<i64, ApiError> {
        let attempt = self.attempt(address).await?;
        let found = self.ask(hash).await;
        let is_unknown = found.as_ref().is_err_and(|error| error.status() == StatusCode::UNAUTHORIZED);
        if let Some(permit) = attempt.filter(|_| !is_unknown)
            && let Err(error) = permit.refund().await
        {
            tracing::warn!(error = format!("{error:#}"), "a token that is known counts as an unknown one");
        }
        found
    }

    async fn ask(&self, hash: ProgramTokenHash) -> Result<i64, ApiError> {
        let mut identity = TokensClient::new(self.context.peers.peer("identity"));
        let mut request = self.context.signer.as_service("api-gateway", 0, ResolveTokenRequest { hash: hash.to_vec() });
        request.extensions_mut().insert(Idempotent);
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, identity.resolve_token(request)).await.map_err(|_| ApiError::timed_out())?;
        match answer {
            Ok(token) => Ok(token.into_inner().session_id),
            Err(status) if status.code() == Code::NotFound => Err(ApiError::unauthenticated()),
            Err(status) => Err(status.into()),
        }
    }

    /// Counts a call with a token, and notes when and from where it came. Nothing for whoever has signed in.
    pub(super) async fn count_use(&self, caller: &Caller, max_per_minute: u64) -> Result<(), ApiError> {
        let Some(token) = &caller.token else { return Ok(()) };
        let limit = Limit { counter: rate_limit::counter(&self.context, "token", &token.id.to_string()), most: max_per_minute, window: WINDOW };
        match rate_limit::acquire(&self.context, vec![limit]).await {
            Ok(_counted) => {}
            // The limit protects against programs that call too often, and not against strangers: they go on without it.
            Err(Error::Unavailable(error)) => tracing::warn!(error = format!("{error:#}"), "the calls of a token are not counted"),
            Err(error) => return Err(Status::from(error).into()),
        }
        self.record_use(caller).await;
        Ok(())
    }

    /// Beside the call, which does not wait for it.
    async fn record_use(&self, caller: &Caller) {
        if !self.used.entry(caller.session_id).or_insert(()).await.is_fresh() {
            return;
        }
        let mut identity = TokensClient::new(self.context.peers.peer("identity"));
        let used = RecordTokenUseRequest { session_id: caller.session_id, ip: caller.ip.clone() };
        let request = self.context.signer.as_service("api-gateway", 0, used);
        telemetry::spawn(self.context.service, "record token use", async move {
            let answer = tokio::time::timeout(ANSWER_TIMEOUT, identity.record_token_use(request)).await;
            if !matches!(answer, Ok(Ok(_))) {
                tracing::warn!("the last use of a token is not written");
            }
        });
    }
}
