//! Failed and rejected attempts that are not in the audit log yet, in Redis. The first attempt of one kind, address and account
//! is recorded at once; those of the following minute are recorded together with their number, so that an attack does not fill
//! the log. Noting an attempt costs the same for known and unknown accounts.
use kit::networks::client_network;
use kit::{Context, Error, Result};
use redis::{AsyncCommands, ExistenceCheck, Script, SetExpiry, SetOptions};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// For how long attempts are recorded as one entry.
const MINUTE_MILLIS: i64 = 60_000;
/// Addresses with an entry of their own, for one account and kind in a minute.
const MAX_ADDRESSES: usize = 20;
/// What stands for the addresses beyond these.
pub const OTHERS: &str = "others";
/// Notes that one transaction records.
const MAX_NOTES: isize = 200;
/// After which another replica may take the telling over.
const LEASE_TTL_MILLIS: u64 = 30_000;

/// KEYS: when notes are due, how many attempts each stands for, their addresses, how many addresses there are. ARGV: now,
/// the note, the note for other addresses, how many addresses have their own entry, for how many seconds, the address. Returns 1
/// for a note that is new.
const ADD: &str = r"
local note = ARGV[2]
if not redis.call('ZSCORE', KEYS[1], note) then
  local addresses = redis.call('INCR', KEYS[4])
  if addresses == 1 then redis.call('EXPIRE', KEYS[4], ARGV[5]) end
  if addresses > tonumber(ARGV[4]) then note = ARGV[3] end
end
redis.call('HINCRBY', KEYS[2], note, 1)
redis.call('HSET', KEYS[3], note, ARGV[6])
return redis.call('ZADD', KEYS[1], 'NX', ARGV[1], note)";

/// KEYS: as for ADD, the first three. ARGV: when the notes are due again, then each note and how many were recorded. One that
/// nothing came to for a minute is gone.
const MARK_RECORDED: &str = r"
for i = 2, #ARGV, 2 do
  local note, recorded = ARGV[i], tonumber(ARGV[i + 1])
  local left = redis.call('HINCRBY', KEYS[2], note, 0 - recorded)
  if recorded > 0 then
    redis.call('ZADD', KEYS[1], 'XX', ARGV[1], note)
  elseif left == 0 then
    redis.call('ZREM', KEYS[1], note)
    redis.call('HDEL', KEYS[2], note)
    redis.call('HDEL', KEYS[3], note)
  end
end
return 0";

/// KEYS: the lease. ARGV: who holds it.
const RELEASE: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

/// Attempts that are recorded as one entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// As the audit log says it: `fail` or `reject`.
    pub action: String,
    pub what: String,
    /// As addresses are counted and banned, or `OTHERS`.
    pub from: String,
    pub concern: Concern,
}

/// Whose audit log records the attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Concern {
    /// That of the installation.
    Nobody,
    /// Those of every project of the account.
    Account(i64),
    /// That of the user's project.
    User(i64),
    Project(i64),
}

/// A note that is due.
#[derive(Debug)]
pub struct DueNote {
    pub note: Note,
    /// The last address of its attempts.
    pub address: String,
    /// Since it was recorded last; 0 when there were none in its minute.
    pub attempts: i64,
    text: String,
}

#[derive(Clone)]
pub struct Notes {
    context: Context,
    keys: [String; 3],
    lease: String,
}

impl Notes {
    pub fn new(context: Context) -> Self {
        let key = |name: &str| format!("{}:noted:{name}", context.settings.amqp_prefix);
        Notes { keys: [key("due"), key("attempts"), key("addresses")], lease: key("lease"), context }
    }

    /// True for a note that is new, and due at once.
    pub async fn add(&self, action: &str, what: &str, address: &str, concern: Concern) -> Result<bool> {
        let note = Note { action: action.into(), what: what.into(), from: client_network(address), concern };
        let others = text(&Note { from: OTHERS.into(), ..note.clone() })?;
        let script = Script::new(ADD);
        let mut call = script.prepare_invoke();
        for key in &self.keys {
            call.key(key);
        }
        call.key(format!("{}:crowd:{}", self.keys[0], hex::encode(&Sha256::digest(&others)[..16])));
        call.arg(self.context.clock.millis()).arg(text(&note)?).arg(others).arg(MAX_ADDRESSES).arg(MINUTE_MILLIS / 1000).arg(address);
        let added: i64 = call.invoke_async(&mut self.context.redis.clone()).await.map_err(unavailable)?;
        Ok(added == 1)
    }

    /// A batch of those that are due.
    pub async fn due(&self) -> Result<Vec<DueNote>> {
        let mut redis = self.context.redis.clone();
        let [due, attempts, addresses] = &self.keys;
        let now = self.context.clock.millis();
        let texts: Vec<String> = redis.zrangebyscore_limit(due, "-inf", now, 0, MAX_NOTES).await.map_err(unavailable)?;
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let attempts: Vec<Option<i64>> = redis.hmget(attempts, &texts).await.map_err(unavailable)?;
        let addresses: Vec<Option<String>> = redis.hmget(addresses, &texts).await.map_err(unavailable)?;
        let due = texts.into_iter().zip(attempts).zip(addresses).map(|((text, attempts), address)| {
            let note = serde_json::from_str(&text).map_err(Error::internal)?;
            Ok(DueNote { note, address: address.unwrap_or_default(), attempts: attempts.unwrap_or_default(), text })
        });
        due.collect()
    }

    /// Marks these as recorded: further attempts are due in a minute.
    pub async fn mark_recorded(&self, due: &[DueNote]) -> Result<()> {
        let script = Script::new(MARK_RECORDED);
        let mut call = script.prepare_invoke();
        for key in &self.keys {
            call.key(key);
        }
        call.arg(self.context.clock.millis() + MINUTE_MILLIS);
        for note in due {
            call.arg(&note.text).arg(note.attempts);
        }
        call.invoke_async::<i64>(&mut self.context.redis.clone()).await.map_err(unavailable)?;
        Ok(())
    }

    /// The lease, to be released afterwards; None while another replica holds it.
    pub async fn lease(&self) -> Result<Option<String>> {
        let holder = uuid::Uuid::new_v4().to_string();
        let once = SetOptions::default().conditional_set(ExistenceCheck::NX).with_expiration(SetExpiry::PX(LEASE_TTL_MILLIS));
        let set: Option<String> = self.context.redis.clone().set_options(&self.lease, &holder, once).await.map_err(unavailable)?;
        Ok(set.map(|_| holder))
    }

    pub async fn release(&self, holder: &str) -> Result<()> {
        Script::new(RELEASE).key(&self.lease).arg(holder).invoke_async::<i64>(&mut self.context.redis.clone()).await.map_err(unavailable)?;
        Ok(())
    }
}

fn text(note: &Note) -> Result<String> {
    serde_json::to_string(note).map_err(Error::internal)
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(anyhow::Error::new(error).context("noting attempts in Redis"))
}
