//! Limits on guessing passwords: `kit::rate_limit`, for an account and for an address. Failures are counted beside them, and
//! ban an address: attempts that are still being checked must not. While Redis is away nobody signs in.
//!
//! Passwords of an account are limited for each address by itself; for all addresses together more widely, which does not hold for those
//! from which the account was signed in to lately (docs/adr/0073).
use std::time::Duration;

use kit::networks::client_network;
use kit::rate_limit::{self, Limit, Permit};
use kit::{Context, Error, Result};
use redis::AsyncCommands;

use crate::config::LoginLimits;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::refusal;
use crate::ip_blocking::IpBlocking;

/// How long an address is known from which somebody signed in.
const KNOWN_ADDRESS_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// An attempt that was counted.
#[must_use]
pub struct Attempt {
    target: AttemptTarget,
    address: String,
    /// For the account from the address, for the account, and for the address where it is watched.
    permit: Permit,
}

#[derive(Clone)]
pub struct Attempts {
    context: Context,
    limits: LoginLimits,
    blocking: IpBlocking,
}

impl Attempts {
    pub fn new(context: Context, limits: LoginLimits, blocking: IpBlocking) -> Self {
        Attempts { context, limits, blocking }
    }

    /// Counts an attempt from an address. `TooManyRequests` when a limit is reached or the address is banned,
    /// `Unavailable` while Redis is away.
    pub async fn count(&self, target: AttemptTarget, address: &str) -> Result<Attempt> {
        self.blocking.admit(address).await?;
        let rules = self.blocking.rules().await?;
        let window = self.limits.window;
        let mut limits = Vec::new();
        if target.is_by_address {
            limits.push(Limit { counter: self.key_with_address("account", &target, address), most: self.limits.account.into(), window });
            // Others' guesses do not keep holders from signing in where they did before.
            if !self.knows(&target, address).await? {
                limits.push(Limit { counter: self.counter("account", &target.counter), most: self.limits.account_from_everywhere(), window });
            }
        } else {
            limits.push(Limit { counter: self.counter("account", &target.counter), most: self.limits.account.into(), window });
        }
        if rules.watch(address) {
            let counter = self.counter("address", &client_network(address));
            limits.push(Limit { counter, most: rules.blocking.max_failures as u64, window: rules.blocking.window() });
        }
        match rate_limit::acquire(&self.context, limits).await {
            Ok(permit) => Ok(Attempt { target, address: address.into(), permit }),
            Err(error @ Error::TooManyRequests { .. }) => {
                self.blocking.rejections.rejected(address, &target).await?;
                Err(error)
            }
            Err(error) => Err(error),
        }
    }

    /// It was wrong. An address that fails too often is banned.
    pub async fn failed(&self, attempt: &Attempt) -> Result<()> {
        self.blocking.rejections.failed(&attempt.address, &attempt.target).await?;
        let rules = self.blocking.rules().await?;
        if !rules.watch(&attempt.address) {
            return Ok(());
        }
        let (from, blocking) = (client_network(&attempt.address), rules.blocking);
        let failures = rate_limit::increment(&self.context, &self.counter("failures", &from), blocking.window()).await?;
        if failures < i64::from(blocking.max_failures) {
            return Ok(());
        }
        let reason = attempt.target.what;
        self.blocking.bans.ban(&from, blocking.ban_seconds.into(), reason, failures).await?;
        // The ban is enough: after it the address begins anew, however long the window is.
        self.forget(&attempt.address).await?;
        tracing::warn!(address = attempt.address, reason, failures, "an address is banned");
        self.blocking.rejections.banned(&attempt.address, &attempt.target, failures).await
    }

    /// What was counted for an address is forgotten.
    pub async fn forget(&self, address: &str) -> Result<()> {
        let subject = client_network(address);
        rate_limit::clear(&self.context, &[self.counter("failures", &subject), self.counter("address", &subject)]).await
    }

    /// The password was right: what was guessed at the account before is forgotten.
    pub async fn succeeded(&self, attempt: Attempt) -> Result<()> {
        if attempt.target.is_by_address {
            self.remember(&attempt.target, &attempt.address).await?;
        }
        attempt.permit.reset().await
    }

    /// Runs `work`, which checks a code or token that could be guessed: counted as a wrong password is, before it is checked.
    /// Success clears earlier failures, a wrong guess stays counted, and a failure of the service counts for nothing.
    pub async fn guard<T>(&self, address: &str, target: AttemptTarget, work: impl Future<Output = Result<T>>) -> Result<T> {
        let attempt = self.count(target, address).await?;
        let answer = work.await;
        let finished = match &answer {
            Ok(_) => self.succeeded(attempt).await,
            Err(error) if refusal::is_wrong_guess(error) => self.failed(&attempt).await,
            Err(_) => self.refund(&attempt).await,
        };
        // The work is done even if Redis failed meanwhile: the counters expire by themselves.
        if let Err(error) = finished {
            tracing::warn!(%error, "an attempt stays counted");
        }
        answer
    }

    /// Ends a login attempt by its answer: only wrong credentials stay counted.
    pub async fn finish_login<T>(&self, attempt: Attempt, answer: Result<T>) -> Result<T> {
        match &answer {
            Ok(_) => self.succeeded(attempt).await?,
            Err(Error::InvalidCredentials) => self.failed(&attempt).await?,
            Err(_) => self.refund(&attempt).await?,
        }
        answer
    }

    /// The password was not checked after all.
    pub async fn refund(&self, attempt: &Attempt) -> Result<()> {
        attempt.permit.refund().await
    }

    /// Whether the account was signed in to from this address within the last weeks.
    async fn knows(&self, target: &AttemptTarget, address: &str) -> Result<bool> {
        let key = self.key_with_address("known", target, address);
        self.context.redis.clone().exists(key).await.map_err(unavailable)
    }

    async fn remember(&self, target: &AttemptTarget, address: &str) -> Result<()> {
        let key = self.key_with_address("known", target, address);
        self.context.redis.clone().set_ex(key, 1, KNOWN_ADDRESS_TTL.as_secs()).await.map_err(unavailable)
    }

    fn key_with_address(&self, kind: &str, target: &AttemptTarget, address: &str) -> String {
        self.counter(kind, &format!("{} {}", target.counter, client_network(address)))
    }

    fn counter(&self, kind: &str, of: &str) -> String {
        rate_limit::counter(&self.context, kind, of)
    }
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("known addresses in Redis"))
}
