//! The banned addresses, in Redis: who, until when, and why.
use kit::{Context, Error, Result};
use redis::{AsyncCommands, Script};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Bans that are kept: when there are more, those that would end first do.
const MAX_BANS: usize = 10_000;
/// Longer than any ban.
const REDIS_TTL_MILLIS: i64 = 31 * 24 * 3600 * 1000;

/// KEYS: ends of bans, their details. ARGV: now, the end, the address, details, how many are
/// kept, how long in milliseconds. Also drops what is over.
const BAN: &str = r"
local over = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
for _, address in ipairs(over) do redis.call('HDEL', KEYS[2], address) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
while redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[5]) do
  redis.call('HDEL', KEYS[2], redis.call('ZPOPMIN', KEYS[1])[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
return 0";

/// An address that is shut out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    pub address: String,
    pub until: OffsetDateTime,
    pub details: Details,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Seconds since 1970.
    pub banned_at: i64,
    pub reason: String,
    pub failures: i64,
}

#[derive(Clone)]
pub struct Bans {
    context: Context,
    ends: String,
    details: String,
}

impl Bans {
    pub fn new(context: Context) -> Self {
        let prefix = &context.settings.amqp_prefix;
        Bans { ends: format!("{prefix}:bans"), details: format!("{prefix}:bans:details"), context }
    }

    /// Shuts an address out.
    pub async fn ban(&self, address: &str, seconds: i64, reason: &str, failures: i64) -> Result<()> {
        let now = self.context.clock.millis();
        let details = Details { banned_at: now / 1000, reason: reason.into(), failures };
        let details = serde_json::to_string(&details).map_err(Error::internal)?;
        let script = Script::new(BAN);
        let mut call = script.key(&self.ends);
        call.key(&self.details);
        call.arg(now).arg(now + seconds * 1000).arg(address).arg(details).arg(MAX_BANS).arg(REDIS_TTL_MILLIS);
        call.invoke_async::<i64>(&mut self.context.redis.clone()).await.map_err(unavailable)?;
        Ok(())
    }

    /// For how many seconds more an address is banned; None when it is not.
    pub async fn left(&self, address: &str) -> Result<Option<u64>> {
        let until: Option<f64> = self.context.redis.clone().zscore(&self.ends, address).await.map_err(unavailable)?;
        let millis = until.map_or(0, |until| until as i64 - self.context.clock.millis());
        Ok(u64::try_from(millis).ok().filter(|millis| *millis > 0).map(|millis| millis.div_ceil(1000)))
    }

    /// Those in force, the one that ends last first.
    pub async fn list(&self) -> Result<Vec<(String, OffsetDateTime)>> {
        let mut redis = self.context.redis.clone();
        let now = format!("({}", self.context.clock.millis());
        let found: Vec<(String, f64)> = redis.zrevrangebyscore_withscores(&self.ends, "+inf", now).await.map_err(unavailable)?;
        let at = |millis: f64| OffsetDateTime::from_unix_timestamp(millis as i64 / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        Ok(found.into_iter().map(|(address, until)| (address, at(until))).collect())
    }

    /// With what is known of them.
    pub async fn describe(&self, bans: &[(String, OffsetDateTime)]) -> Result<Vec<Ban>> {
        if bans.is_empty() {
            return Ok(Vec::new());
        }
        let addresses: Vec<&str> = bans.iter().map(|(address, _)| address.as_str()).collect();
        let details: Vec<Option<String>> = self.context.redis.clone().hmget(&self.details, addresses).await.map_err(unavailable)?;
        let read = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Ok(bans.iter().zip(details).map(|((address, until), text)| Ban { address: address.clone(), until: *until, details: read(text) }).collect())
    }

    pub async fn count(&self) -> Result<i64> {
        let now = format!("({}", self.context.clock.millis());
        self.context.redis.clone().zcount(&self.ends, now, "+inf").await.map_err(unavailable)
    }

    /// Lets an address in again; false when it was not banned.
    pub async fn lift(&self, address: &str) -> Result<bool> {
        let was_banned = self.left(address).await?.is_some();
        let mut both = redis::pipe();
        both.atomic().zrem(&self.ends, address).hdel(&self.details, address);
        both.query_async::<()>(&mut self.context.redis.clone()).await.map_err(unavailable)?;
        Ok(was_banned)
    }

    /// Returns how many there were.
    pub async fn lift_all(&self) -> Result<i64> {
        let count = self.count().await?;
        self.context.redis.clone().del::<_, ()>(&[&self.ends, &self.details]).await.map_err(unavailable)?;
        Ok(count)
    }
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("banned addresses in Redis"))
}
