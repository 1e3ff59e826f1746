//! Limits on guessing passwords, in Redis, so that they hold across replicas. An attempt is counted before it is
//! checked, which leaves no gap for guesses made at the same time, and uncounted when it was right.
//! Failures are counted beside them, and ban an address: attempts that are still being checked must not.
//! While Redis is away nobody signs in.
use std::time::Duration;

use kit::{Context, Error, Result};
use redis::{AsyncCommands, Script};
use sha2::{Digest, Sha256};

use crate::blocking::IpBlocking;
use crate::domain::address;
use crate::target::Target;

/// KEYS: counters. ARGV: a limit and a window in milliseconds for each. Returns the milliseconds to wait, or 0 after counting.
const COUNT: &str = r"
local wait = 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * i - 1]) then
    wait = math.max(wait, redis.call('PTTL', key), 1)
  end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
end
return 0";

/// KEYS: a counter. ARGV: its window in milliseconds. Returns the count with this one.
const FAIL: &str = r"
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count";

/// KEYS: counters, from each of which one is taken.
const UNCOUNT: &str = r"
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end
return 0";

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
    /// Of the account, and of the address where it is watched.
    keys: Vec<String>,
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
        let mut counters = vec![(self.key("account", &target.counter), u64::from(self.limits.account), self.limits.window.as_millis() as u64)];
        if rules.watch(address) {
            let window = rules.blocking.window_seconds as u64 * 1000;
            counters.push((self.key("address", &address::subject(address)), rules.blocking.max_failures as u64, window));
        }
        let script = Script::new(COUNT);
        let mut call = script.prepare_invoke();
        for (key, limit, window) in &counters {
            call.key(key).arg(*limit).arg(*window);
        }
        let wait: u64 = call.invoke_async(&mut self.context.redis.clone()).await.map_err(unavailable)?;
        if wait > 0 {
            self.blocking.rejections.rejected(address, &target).await?;
            return Err(Error::TooManyRequests { retry_after_seconds: wait.div_ceil(1000) });
        }
        Ok(Attempt { target, address: address.into(), keys: counters.into_iter().map(|(key, _, _)| key).collect() })
    }

    /// It was wrong. An address that fails too often is banned.
    pub async fn failed(&self, attempt: &Attempt) -> Result<()> {
        self.blocking.rejections.failed(&attempt.address, &attempt.target).await?;
        let rules = self.blocking.rules().await?;
        if !rules.watch(&attempt.address) {
            return Ok(());
        }
        let (from, blocking) = (address::subject(&attempt.address), rules.blocking);
        let counter = self.key("failures", &from);
        let mut redis = self.context.redis.clone();
        let window = i64::from(blocking.window_seconds) * 1000;
        let failures: i64 = Script::new(FAIL).key(&counter).arg(window).invoke_async(&mut redis).await.map_err(unavailable)?;
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
        let keys = [self.key("failures", &subject), self.key("address", &subject)];
        self.context.redis.clone().del::<_, ()>(&keys).await.map_err(unavailable)
    }

    /// The password was right: what was guessed at the account before is forgotten.
    pub async fn succeeded(&self, attempt: Attempt) -> Result<()> {
        self.give_back(&attempt).await?;
        self.context.redis.clone().del::<_, ()>(&attempt.keys[0]).await.map_err(unavailable)
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
        let mut redis = self.context.redis.clone();
        let script = Script::new(UNCOUNT);
        let mut call = script.prepare_invoke();
        for key in &attempt.keys {
            call.key(key);
        }
        call.invoke_async::<i64>(&mut redis).await.map_err(unavailable)?;
        Ok(())
    }

    /// Names and addresses are hashed: Redis keeps nobody's e-mail, and a key is short whatever was sent.
    fn key(&self, kind: &str, value: &str) -> String {
        format!("{}:attempts:{kind}:{}", self.context.settings.amqp_prefix, hex::encode(&Sha256::digest(value)[..16]))
    }
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("counting attempts in Redis"))
}
