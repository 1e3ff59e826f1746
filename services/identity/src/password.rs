//! Passwords: Argon2id, on the threads for blocking work, and never more at once than the machine has cores, so
//! that lists stay fast while everybody signs in.
use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use kit::{Error, Result};
use ring::rand::{SecureRandom, SystemRandom};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// OWASP's second choice for Argon2id: 19 MiB, two passes, one lane: some 24 ms of one core.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Calls that may wait for a core, for each core: what is worked off within the patience.
const QUEUE_PER_CORE: usize = 64;
/// The console gives a sign-in three seconds.
const PATIENCE: Duration = Duration::from_millis(2500);
const SALT_BYTES: usize = 16;

/// Hashes and checks passwords. Cheap to clone.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    cores: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    patience: Duration,
    /// What an unknown login is checked against, so that it takes as long as a known one.
    dummy: Arc<str>,
}

impl Passwords {
    pub fn new() -> anyhow::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self::with_cores(cores, cores * QUEUE_PER_CORE, PATIENCE)
    }

    fn with_cores(cores: usize, queue: usize, patience: Duration) -> anyhow::Result<Self> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| anyhow::anyhow!("Argon2: {error}"))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy = hash(&argon2, "nobody's password")?.into();
        Ok(Passwords { argon2, cores: Arc::new(Semaphore::new(cores)), queue: Arc::new(Semaphore::new(cores + queue)), patience, dummy })
    }

    /// A hash in PHC string format. `Unavailable` when too many wait.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let (argon2, password) = (self.argon2.clone(), password.to_string());
        self.work(move || hash(&argon2, &password)).await?.map_err(Error::Internal)
    }

    /// Whether the password is that of the hash. Without a hash the answer is no, after as much work.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let known = hash.is_some();
        let hash = hash.map_or_else(|| self.dummy.to_string(), str::to_string);
        let (argon2, password) = (self.argon2.clone(), password.to_string());
        let matches =
            self.work(move || PasswordHash::new(&hash).is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())).await?;
        Ok(matches && known)
    }

    /// The permits go with the work: a caller that hangs up frees no core before it is free.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let permits = self.permits().await?;
        let done = tokio::task::spawn_blocking(move || {
            let _until_done = permits;
            work()
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

fn hash(argon2: &Argon2<'_>, password: &str) -> anyhow::Result<String> {
    let mut salt = [0; SALT_BYTES];
    SystemRandom::new().fill(&mut salt).map_err(|_| anyhow::anyhow!("no randomness"))?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| anyhow::anyhow!("salt: {error}"))?;
    let hash = argon2.hash_password(password.as_bytes(), &salt).map_err(|error| anyhow::anyhow!("Argon2: {error}"))?;
    Ok(hash.to_string())
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
        let cost = |hash: &str| Params::try_from(&PasswordHash::new(hash).unwrap()).unwrap();
        assert_eq!(cost(&passwords.dummy), cost(&real));
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
