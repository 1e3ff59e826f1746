//! Passwords: Argon2id, on the threads for blocking work, and never more at once than the machine has cores, so
//! that lists stay fast while everybody signs in.
mod phc;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use argon2::Block;
use kit::{Error, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hashes that are worked out at once at most, however many cores a node has: 76 MiB, which the chart's limit of memory
/// has room for. Whoever needs more than 160 sign-ins a second has more replicas.
const MAX_CONCURRENT: usize = 4;
/// Calls that may wait for a core, for each core: what is worked off within the patience.
const MAX_QUEUED_PER_CORE: usize = 64;
/// The console gives a sign-in three seconds.
const QUEUE_TIMEOUT: Duration = Duration::from_millis(2500);

/// The memory of one hash, some 19 MiB once it was used.
type Memory = Vec<Block>;

/// Hashes and checks passwords. Cheap to clone.
#[derive(Clone)]
pub struct Passwords {
    /// What the work is done in, kept for the next: each of the many threads for blocking work would keep its own.
    memories: Arc<Mutex<Vec<Memory>>>,
    cores: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    patience: Duration,
    /// What an unknown login is checked against, so that it takes as long as a known one.
    dummy: Arc<str>,
}

impl Passwords {
    pub fn new() -> anyhow::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_CONCURRENT));
        Self::with_cores(cores, cores * MAX_QUEUED_PER_CORE, QUEUE_TIMEOUT)
    }

    fn with_cores(cores: usize, queue: usize, patience: Duration) -> anyhow::Result<Self> {
        let dummy = phc::hash("nobody's password", &mut Memory::new())?.into();
        let (cores, queue) = (Arc::new(Semaphore::new(cores)), Arc::new(Semaphore::new(cores + queue)));
        Ok(Passwords { memories: Arc::default(), cores, queue, patience, dummy })
    }

    /// A hash in PHC string format. `Unavailable` when too many wait.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let password = password.to_string();
        self.work(move |memory| phc::hash(&password, memory)).await?.map_err(Error::Internal)
    }

    /// Whether the password is that of the hash. Without a hash the answer is no, after as much work.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let known = hash.is_some();
        let hash = hash.map_or_else(|| self.dummy.to_string(), str::to_string);
        let password = password.to_string();
        let matches = self.work(move |memory| phc::matches(&password, &hash, memory)).await?;
        Ok(matches && known)
    }

    /// The permits go with the work: a caller that hangs up frees no core before it is free.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce(&mut Memory) -> T + Send + 'static) -> Result<T> {
        let permits = self.permits().await?;
        let memories = self.memories.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _until_done = permits;
            let kept = || memories.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = kept().pop().unwrap_or_default();
            let done = work(&mut memory);
            kept().push(memory);
            done
        });
        done.await.map_err(Error::internal)
    }

    async fn permits(&self) -> Result<[OwnedSemaphorePermit; 2]> {
        let place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let core = tokio::time::timeout(self.patience, self.cores.clone().acquire_owned()).await.map_err(|_| busy())?;
        Ok([place, core.map_err(Error::internal)?])
    }
}

fn busy() -> Error {
    Error::Unavailable(anyhow::anyhow!("too many passwords wait to be checked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_hash_only() {
        let passwords = Passwords::new().unwrap();
        let hash = passwords.hash("correct horse").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify("correct horse", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("Correct horse", Some(&hash)).await.unwrap());
        assert_ne!(hash, passwords.hash("correct horse").await.unwrap());
    }

    #[tokio::test]
    async fn nobody_matches_the_dummy_hash() {
        let passwords = Passwords::new().unwrap();
        assert!(!passwords.verify("nobody's password", None).await.unwrap());
    }

    #[tokio::test]
    async fn the_dummy_costs_as_much_as_a_real_hash() {
        let passwords = Passwords::new().unwrap();
        let real = passwords.hash("x").await.unwrap();
        let cost = |hash: &str| argon2::Params::try_from(&argon2::PasswordHash::new(hash).unwrap()).unwrap();
        assert_eq!(cost(&passwords.dummy), cost(&real));
    }

    #[tokio::test]
    async fn no_more_memory_is_kept_than_is_used_at_once() {
        let passwords = Passwords::with_cores(2, 64, Duration::from_secs(60)).unwrap();
        let checks = (0..12).map(|_| passwords.verify("x", None));
        assert!(futures::future::join_all(checks).await.into_iter().all(|answer| !answer.unwrap()));
        let kept = passwords.memories.lock().unwrap();
        assert!((1..=2).contains(&kept.len()), "{} memories", kept.len());
    }

    #[tokio::test]
    async fn what_does_not_fit_the_queue_is_refused_at_once() {
        let passwords = Passwords::with_cores(1, 0, Duration::from_secs(60)).unwrap();
        let _taken = passwords.permits().await.unwrap();
        assert!(matches!(passwords.hash("x").await, Err(Error::Unavailable(_))));
    }

    #[tokio::test]
    async fn what_waits_too_long_is_refused() {
        let passwords = Passwords::with_cores(1, 1, Duration::ZERO).unwrap();
        let _taken = passwords.permits().await.unwrap();
        assert!(matches!(passwords.permits().await, Err(Error::Unavailable(_))));
    }
}
