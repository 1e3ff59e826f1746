//! Short-lived secrets between two steps of one person: the ticket of a sign-in that wants a second factor, the
//! challenge of a passkey, the state of a sign-in at a provider. In Redis, by hash, so that what lies there opens nothing,
//! and under the name of the installation: an account of the same number in another one that shares the Redis is somebody else's.
use kit::{Context, Error, Result};
use redis::{AsyncCommands, Script};
use ring::rand::SystemRandom;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use time::Duration;

use crate::domain::refresh_token;

/// KEYS: the ticket and the count of its attempts. ARGV: how many are let pass. Counts before anything is checked,
/// which leaves no gap for guesses made at the same time; too many, and both are gone.
const ATTEMPT: &str = r"
local ticket = redis.call('GET', KEYS[1])
if not ticket then return false end
if redis.call('INCR', KEYS[2]) > tonumber(ARGV[1]) then
  redis.call('DEL', KEYS[1], KEYS[2])
  return false
end
redis.call('PEXPIRE', KEYS[2], math.max(redis.call('PTTL', KEYS[1]), 1))
return ticket";

/// What a ticket is for: one kind is never taken for another.
#[derive(Clone, Copy, Debug)]
pub struct TicketKind {
    pub name: &'static str,
    pub ttl: Duration,
}

#[derive(Clone)]
pub struct Tickets {
    context: Context,
    random: SystemRandom,
}

#[derive(Serialize, Deserialize)]
struct StoredTicket<T> {
    /// By the platform's clock, milliseconds since 1970; Redis removes it a little later.
    until: i64,
    value: T,
}

impl Tickets {
    pub fn new(context: Context, random: SystemRandom) -> Self {
        Tickets { context, random }
    }

    /// A new ticket for `value`.
    pub async fn issue<T: Serialize>(&self, kind: TicketKind, value: &T) -> Result<String> {
        let (token, hash) = refresh_token::generate(&self.random)?;
        let stored = StoredTicket { until: self.context.clock.millis() + kind.ttl.whole_milliseconds() as i64, value };
        let text = serde_json::to_string(&stored).map_err(Error::internal)?;
        let seconds = kind.ttl.whole_seconds().unsigned_abs();
        self.context.redis.clone().set_ex::<_, _, ()>(self.key(kind, &hash), text, seconds).await.map_err(unavailable)?;
        Ok(token)
    }

    /// What a ticket is for; None when it is unknown, used or over. It stays good.
    pub async fn peek<T: DeserializeOwned>(&self, kind: TicketKind, token: &str) -> Result<Option<T>> {
        let Some(hash) = refresh_token::hash(token) else { return Ok(None) };
        let text: Option<String> = self.context.redis.clone().get(self.key(kind, &hash)).await.map_err(unavailable)?;
        self.open(text)
    }

    /// As `peek`, and it is void: of two that come with one ticket, one gets it.
    pub async fn take<T: DeserializeOwned>(&self, kind: TicketKind, token: &str) -> Result<Option<T>> {
        let Some(hash) = refresh_token::hash(token) else { return Ok(None) };
        let text: Option<String> = self.context.redis.clone().get_del(self.key(kind, &hash)).await.map_err(unavailable)?;
        self.open(text)
    }

    /// As `peek`, and an attempt is counted: after `limit` of them the ticket is void.
    pub async fn attempt<T: DeserializeOwned>(&self, kind: TicketKind, token: &str, limit: u32) -> Result<Option<T>> {
        let Some(hash) = refresh_token::hash(token) else { return Ok(None) };
        let key = self.key(kind, &hash);
        let script = Script::new(ATTEMPT);
        let mut call = script.key(&key);
        let mut redis = self.context.redis.clone();
        let text: Option<String> = call.key(format!("{key}:attempts")).arg(limit).invoke_async(&mut redis).await.map_err(unavailable)?;
        self.open(text)
    }

    fn open<T: DeserializeOwned>(&self, text: Option<String>) -> Result<Option<T>> {
        let Some(text) = text else { return Ok(None) };
        let stored: StoredTicket<T> = serde_json::from_str(&text).map_err(Error::internal)?;
        Ok((stored.until > self.context.clock.millis()).then_some(stored.value))
    }

    fn key(&self, kind: TicketKind, hash: &[u8; 32]) -> String {
        self.context.settings.redis_name(&format!("ticket:{}:{}", kind.name, hex::encode(hash)))
    }
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("tickets in Redis"))
}
