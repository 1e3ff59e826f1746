//! Waiting for something to become true, with a limit.
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Repeats until it succeeds; the last error when the time is up.
pub async fn until<T, F>(limit: Duration, what: &str, mut attempt: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    let begin = Instant::now();
    loop {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(error) if begin.elapsed() > limit => bail!("{what}: not within {} s: {error:#}", limit.as_secs()),
            Err(_) => tokio::time::sleep(POLL_INTERVAL).await,
        }
    }
}
