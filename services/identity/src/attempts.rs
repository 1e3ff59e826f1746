//! Limits on guessing passwords: `kit::attempts`, for an account and for an address. Failures are counted beside them, and
//! ban an address: attempts that are still being checked must not. While Redis is away nobody signs in.
use std::time::Duration;

use kit::attempts::{self, Counted, Limit};
use kit::{Context, Error, Result};

use crate::blocking::IpBlocking;
use crate::domain::address;
use crate::target::Target;

/// How many wrong passwords within the window are let pass.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For one account, wherever the attempts come from.
    pub account: u32,
    /// From one address, whichever accounts they are for.
    pub address: u32,
    pub window: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { account: 10, address: 100, window: Duration::from_secs(15 * 60) }
    }
}

/// An attempt that was counted.
#[must_use]
pub struct Attempt {
    target: Target,
    address: String,
    /// For the account, and for the address where it is watched.
    counted: Counted,
}

#[derive(Clone)]
pub struct Attempts {
    context: Context,
    limits: Limits,
    blocking: IpBlocking,
}

impl Attempts {
    pub fn new(context: Context, limits: Limits, blocking: IpBlocking) -> Self {
        Attempts { context, limits, blocking }
    }

    /// Counts an attempt from an address. `TooManyRequests` when a limit is reached or the address is banned,
    /// `Unavailable` while Redis is away.
    pub async fn count(&self, target: Target, address: &str) -> Result<Attempt> {
        self.blocking.admit(address).await?;
        let rules = self.blocking.rules().await?;
        let account = Limit { counter: self.counter("account", &target.counter), most: self.limits.account.into(), window: self.limits.window };
        let mut limits = vec![account];
        if rules.watch(address) {
            let counter = self.counter("address", &address::subject(address));
            limits.push(Limit { counter, most: rules.blocking.max_failures as u64, window: rules.blocking.window() });
        }
        match attempts::count(&self.context, limits).await {
            Ok(counted) => Ok(Attempt { target, address: address.into(), counted }),
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
        let (from, blocking) = (address::subject(&attempt.address), rules.blocking);
        let failures = attempts::add(&self.context, &self.counter("failures", &from), blocking.window()).await?;
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
        let subject = address::subject(address);
        attempts::forget(&self.context, &[self.counter("failures", &subject), self.counter("address", &subject)]).await
    }

    /// The password was right: what was guessed at the account before is forgotten.
    pub async fn succeeded(&self, attempt: Attempt) -> Result<()> {
        attempt.counted.succeeded().await
    }

    /// Ends an attempt by what came of it: only what was wrong stays counted.
    pub async fn settle<T>(&self, attempt: Attempt, answer: Result<T>) -> Result<T> {
        match &answer {
            Ok(_) => self.succeeded(attempt).await?,
            Err(Error::InvalidCredentials) => self.failed(&attempt).await?,
            Err(_) => self.give_back(&attempt).await?,
        }
        answer
    }

    /// The password was not checked after all.
    pub async fn give_back(&self, attempt: &Attempt) -> Result<()> {
        attempt.counted.give_back().await
    }

    fn counter(&self, kind: &str, of: &str) -> String {
        attempts::counter(&self.context, kind, of)
    }
}
