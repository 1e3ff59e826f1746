//! Limits on guessing, in Redis, so that they hold across replicas. An attempt is counted before it is checked, so that
//! guesses made at the same time cannot pass the limit together, and refunded when it was right.
use std::time::Duration;

use redis::{AsyncCommands, Script};
use sha2::{Digest, Sha256};

use crate::{Context, Error, Redis, Result};

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
const ADD: &str = r"
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count";

/// KEYS: counters, from each of which one is taken.
const UNCOUNT: &str = r"
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end
return 0";

/// How many attempts are allowed within a window, which begins with the first of them.
#[derive(Clone, Debug)]
pub struct Limit {
    /// By `counter`.
    pub counter: String,
    pub most: u64,
    pub window: Duration,
}

/// A counted attempt. `reset` after a right one, `refund` for one that was not checked.
#[must_use]
pub struct Permit {
    redis: Redis,
    counters: Vec<String>,
}

/// The Redis key of a counter for what `of` names. The name is hashed, so that Redis holds no e-mail addresses and the key is
/// short whatever was sent.
pub fn counter(context: &Context, kind: &str, of: &str) -> String {
    let hash = Sha256::digest(of);
    let half = hash.iter().take(16).fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    format!("{}:attempts:{kind}:{half:032x}", context.settings.amqp_prefix)
}

/// The counter of a client's address: of its network where addresses are many.
pub fn counter_of_address(context: &Context, kind: &str, address: &str) -> String {
    counter(context, kind, &kit_core::networks::client_network(address))
}

/// Counts an attempt under all of the limits, or under none when one is reached: then `TooManyRequests`. `Unavailable` while
/// Redis is down.
pub async fn acquire(context: &Context, limits: Vec<Limit>) -> Result<Permit> {
    let mut redis = context.redis.clone();
    let script = Script::new(COUNT);
    let mut call = script.prepare_invoke();
    for Limit { counter, most, window } in &limits {
        call.key(counter).arg(*most).arg(window.as_millis() as u64);
    }
    let wait: u64 = call.invoke_async(&mut redis).await.map_err(unavailable)?;
    if wait > 0 {
        return Err(Error::TooManyRequests { retry_after_seconds: wait.div_ceil(1000) });
    }
    Ok(Permit { redis, counters: limits.into_iter().map(|limit| limit.counter).collect() })
}

/// Counts without a limit, and says how many there are by now.
pub async fn increment(context: &Context, counter: &str, window: Duration) -> Result<i64> {
    let window = window.as_millis() as u64;
    Script::new(ADD).key(counter).arg(window).invoke_async(&mut context.redis.clone()).await.map_err(unavailable)
}

/// What was counted is forgotten.
pub async fn clear(context: &Context, counters: &[String]) -> Result<()> {
    context.redis.clone().del::<_, ()>(counters).await.map_err(unavailable)
}

impl Permit {
    /// It was right: what the first of its limits counted before is forgotten, and by the others it does not count.
    pub async fn reset(mut self) -> Result<()> {
        self.refund().await?;
        self.redis.del::<_, ()>(&self.counters[0]).await.map_err(unavailable)
    }

    /// It was not checked after all.
    pub async fn refund(&self) -> Result<()> {
        let script = Script::new(UNCOUNT);
        let mut call = script.prepare_invoke();
        for counter in &self.counters {
            call.key(counter);
        }
        call.invoke_async::<i64>(&mut self.redis.clone()).await.map_err(unavailable)?;
        Ok(())
    }
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("counting attempts in Redis"))
}
