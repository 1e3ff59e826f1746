//! Leases in Redis: who works on a backup now. A lease that is not renewed ends by itself, and another replica goes on.
use std::collections::HashMap;
use std::time::Duration;

use kit::{Context, Error, Result};
use redis::{AsyncCommands, Script};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use super::backup::BackupKey;

/// After this long without a sign of life, work counts as broken off.
const LEASE_TTL: Duration = Duration::from_secs(120);
const RENEW_INTERVAL: Duration = Duration::from_secs(20);
/// Whoever could not renew a lease gives it up this long before another one can get it.
const RENEW_MARGIN: Duration = Duration::from_secs(20);
/// Made at once in a project.
pub const MAX_MAKINGS: usize = 2;

/// For this long whoever has ended their work may still hold its lease.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);
const RELEASE_INTERVAL: Duration = Duration::from_millis(50);

/// In place of a holder, of a work that Redis has forgotten: whoever holds its lease takes that again in time, and others wait.
const UNKNOWN: &str = "unknown";

/// Redis may have forgotten it: it is theirs still, while nobody else has it.
const RENEW: &str = "local holder = redis.call('GET', KEYS[1])
    if holder and holder ~= ARGV[1] and holder ~= ARGV[3] then return 0 end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return 1";
const RELEASE: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";

/// Begins a work unless it is known. Of one that was not, the lease is for a while nobody's.
const ENSURE: &str = "if redis.call('HSETNX', KEYS[1], ARGV[1], '0/0') == 0 then return 0 end
    redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3])
    return 1";

/// Undoes `ENSURE`, unless somebody has the lease.
const FORGET: &str = "if redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
    redis.call('HDEL', KEYS[1], ARGV[1])
    return redis.call('DEL', KEYS[2])";

/// Of a work that is known. One that Redis has forgotten becomes known by `ENSURE` alone: a sweep would come before its holder's renewal.
const REPORT: &str = "if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
    return 1";

/// It is renewed until it is dropped.
pub struct Lease {
    context: Context,
    key: String,
    token: String,
    /// Cancelled when another one has it.
    pub lost: CancellationToken,
    _renewal: DropGuard,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkProgress {
    pub done: usize,
    pub total: usize,
}

impl Lease {
    /// None while somebody else has it.
    pub async fn acquire(context: &Context, name: &str) -> Result<Option<Lease>> {
        let (key, token, asked_at) = (context.settings.redis_name(name), Uuid::new_v4().to_string(), Instant::now());
        let mut redis = context.redis.clone();
        let mut set = redis::cmd("SET");
        set.arg(&key).arg(&token).arg("NX").arg("PX").arg(LEASE_TTL.as_millis() as u64);
        let got: Option<String> = set.query_async(&mut redis).await.map_err(unavailable)?;
        Ok(got.map(|_| Lease::renewed(context, key, token, asked_at)))
    }

    pub async fn acquire_apply(context: &Context, project_id: i64) -> Result<Option<Lease>> {
        Lease::acquire(context, &format!("backup-apply:{project_id}")).await
    }

    /// Says that somebody works on this backup.
    pub async fn acquire_work(context: &Context, key: BackupKey) -> Result<Option<Lease>> {
        Lease::acquire(context, &work_name(key)).await
    }

    /// As `acquire_work`, also in the moment in which its last work releases it.
    pub async fn acquire_ended_work(context: &Context, key: BackupKey) -> Result<Option<Lease>> {
        let is_released = async {
            loop {
                if let Some(lease) = Lease::acquire_work(context, key).await? {
                    return Ok(lease);
                }
                tokio::time::sleep(RELEASE_INTERVAL).await;
            }
        };
        tokio::time::timeout(RELEASE_TIMEOUT, is_released).await.ok().transpose()
    }

    pub async fn acquire_making(context: &Context, project_id: i64) -> Result<Option<Lease>> {
        for place in 0..MAX_MAKINGS {
            if let Some(lease) = Lease::acquire(context, &format!("backup-make:{project_id}:{place}")).await? {
                return Ok(Some(lease));
            }
        }
        Ok(None)
    }

    fn renewed(context: &Context, key: String, token: String, acquired_at: Instant) -> Lease {
        let (stop, lost) = (CancellationToken::new(), CancellationToken::new());
        let renewal = renew(context.clone(), key.clone(), token.clone(), acquired_at, lost.clone());
        let until = stop.clone();
        tokio::spawn(async move { until.run_until_cancelled(renewal).await });
        Lease { context: context.clone(), key, token, lost, _renewal: stop.drop_guard() }
    }

    #[cfg(test)]
    pub async fn renew(&self) -> Result<bool> {
        renew_once(&self.context, &self.key, &self.token).await.map_err(unavailable)
    }

    pub async fn release(self) {
        let Lease { context, key, token, _renewal, .. } = self;
        // A renewal after the release would take it once more.
        drop(_renewal);
        let released: redis::RedisResult<i64> = Script::new(RELEASE).key(&key).arg(&token).invoke_async(&mut context.redis.clone()).await;
        if let Err(error) = released {
            tracing::warn!(%error, "a lease ends by its time");
        }
    }
}

/// Ends when another one has it, or when it could not be renewed for nearly as long as it lasts: nobody else works on it before.
async fn renew(context: Context, key: String, token: String, mut renewed_at: Instant, lost: CancellationToken) {
    loop {
        let until = renewed_at + LEASE_TTL - RENEW_MARGIN;
        sleep(RENEW_INTERVAL).await;
        let asked_at = Instant::now();
        if asked_at >= until {
            break;
        }
        match timeout_at(until, renew_once(&context, &key, &token)).await {
            Ok(Ok(true)) => renewed_at = asked_at,
            Ok(Ok(false)) | Err(_) => break,
            Ok(Err(error)) => tracing::warn!(%error, "a lease is not renewed"),
        }
    }
    lost.cancel();
}

/// False when another one has it.
async fn renew_once(context: &Context, key: &str, token: &str) -> redis::RedisResult<bool> {
    let script = Script::new(RENEW);
    script.key(key).arg(token).arg(LEASE_TTL.as_millis() as u64).arg(UNKNOWN).invoke_async(&mut context.redis.clone()).await
}

/// Works that were begun and have not ended, and how far each is.
pub struct Works<'a>(pub &'a Context);

impl Works<'_> {
    fn key(&self) -> String {
        self.0.settings.redis_name("backup-works")
    }

    pub async fn begin(&self, key: BackupKey) -> Result<()> {
        self.0.redis.clone().hset(self.key(), member(key), "0/0").await.map_err(unavailable)
    }

    /// Begins one of which Redis does not know any more. Redis has forgotten its lease, too: whoever works on it has the time to take it
    /// again before somebody goes on with it in their place. True of one that it did not know.
    pub async fn ensure(&self, key: BackupKey) -> Result<bool> {
        let script = Script::new(ENSURE);
        let mut call = script.key(self.key());
        call.key(self.0.settings.redis_name(&work_name(key))).arg(member(key)).arg(UNKNOWN).arg(LEASE_TTL.as_millis() as u64);
        call.invoke_async::<bool>(&mut self.0.redis.clone()).await.map_err(unavailable)
    }

    /// One that `ensure` has begun, though it had ended.
    pub async fn forget(&self, key: BackupKey) -> Result<()> {
        let script = Script::new(FORGET);
        let mut call = script.key(self.key());
        call.key(self.0.settings.redis_name(&work_name(key))).arg(member(key)).arg(UNKNOWN);
        call.invoke_async::<i64>(&mut self.0.redis.clone()).await.map(|_| ()).map_err(unavailable)
    }

    pub async fn report(&self, key: BackupKey, progress: WorkProgress) -> Result<()> {
        let value = format!("{}/{}", progress.done, progress.total);
        let script = Script::new(REPORT);
        let mut call = script.key(self.key());
        call.arg(member(key)).arg(value).invoke_async::<i64>(&mut self.0.redis.clone()).await.map(|_| ()).map_err(unavailable)
    }

    pub async fn end(&self, key: BackupKey) -> Result<()> {
        self.0.redis.clone().hdel(self.key(), member(key)).await.map_err(unavailable)
    }

    pub async fn all(&self) -> Result<HashMap<BackupKey, WorkProgress>> {
        let all: HashMap<String, String> = self.0.redis.clone().hgetall(self.key()).await.map_err(unavailable)?;
        Ok(all.iter().filter_map(|(key, value)| Some((parse_member(key)?, parse_progress(value)?))).collect())
    }
}

fn work_name(key: BackupKey) -> String {
    format!("backup-work:{}:{}", key.project_id, key.id)
}

fn member(key: BackupKey) -> String {
    format!("{}/{}", key.project_id, key.id)
}

fn parse_member(text: &str) -> Option<BackupKey> {
    let (project_id, id) = text.split_once('/')?;
    Some(BackupKey { project_id: project_id.parse().ok()?, id: id.parse().ok()? })
}

fn parse_progress(text: &str) -> Option<WorkProgress> {
    let (done, total) = text.split_once('/')?;
    Some(WorkProgress { done: done.parse().ok()?, total: total.parse().ok()? })
}

fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(error.into())
}
