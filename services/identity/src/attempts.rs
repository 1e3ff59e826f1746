//! Limits on guessing passwords, in Redis, so that they hold across replicas. An attempt is counted before it is
//! checked, which leaves no gap for guesses made at the same time, and uncounted when it was right.
//! While Redis is away nobody signs in.
use std::time::Duration;

use kit::{Context, Error, Result};
use redis::{AsyncCommands, Script};
use sha2::{Digest, Sha256};

/// KEYS: counters. ARGV: their limits, then the window in milliseconds. Returns the milliseconds to wait, or 0 after counting.
const COUNT: &str = r"
local wait = 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[i]) then
    wait = math.max(wait, redis.call('PTTL', key), 1)
  end
end
if wait > 0 then return wait end
for _, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[#ARGV]) end
end
return 0";

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
    keys: [String; 2],
}

#[derive(Clone)]
pub struct Attempts {
    context: Context,
    limits: Limits,
}

impl Attempts {
    pub fn new(context: Context, limits: Limits) -> Self {
        Attempts { context, limits }
    }

    /// Counts an attempt at `subject` (as `login:anna`) from an address. `TooManyRequests` when a limit is
    /// reached, `Unavailable` while Redis is away.
    pub async fn count(&self, subject: &str, address: &str) -> Result<Attempt> {
        let keys = [key("account", &subject.to_lowercase()), key("address", address)];
        let mut redis = self.context.redis.clone();
        let script = Script::new(COUNT);
        let mut call = script.key(&keys[0]);
        call.key(&keys[1]).arg(self.limits.account).arg(self.limits.address).arg(self.limits.window.as_millis() as u64);
        let wait: u64 = call.invoke_async(&mut redis).await.map_err(unavailable)?;
        match wait {
            0 => Ok(Attempt { keys }),
            millis => Err(Error::TooManyRequests { retry_after_seconds: millis.div_ceil(1000) }),
        }
    }

    /// The password was right: what was guessed at the account before is forgotten.
    pub async fn succeeded(&self, attempt: Attempt) -> Result<()> {
        self.give_back(&attempt).await?;
        self.context.redis.clone().del::<_, ()>(&attempt.keys[0]).await.map_err(unavailable)
    }

    /// The password was not checked after all.
    pub async fn give_back(&self, attempt: &Attempt) -> Result<()> {
        let mut redis = self.context.redis.clone();
        Script::new(UNCOUNT).key(&attempt.keys[0]).key(&attempt.keys[1]).invoke_async::<i64>(&mut redis).await.map_err(unavailable)?;
        Ok(())
    }
}

/// Names and addresses are hashed: Redis keeps nobody's e-mail, and a key is short whatever was sent.
fn key(kind: &str, value: &str) -> String {
    format!("vestibule:attempts:{kind}:{}", hex::encode(&Sha256::digest(value)[..16]))
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("counting attempts in Redis"))
}
