//! Works off the recoveries of passwords that were asked for.
use std::time::Duration;

use kit::Result;

use crate::operation::recover_password::work_off_one;
use crate::parts::Parts;

/// How often it looks without being told: for what another process left behind.
const EVERY: Duration = Duration::from_secs(10);

pub async fn run(parts: Parts) -> anyhow::Result<()> {
    let mut ticks = tokio::time::interval(EVERY);
    loop {
        tokio::select! {
            _ = parts.context.shutdown.cancelled() => return Ok(()),
            _ = ticks.tick() => {}
            _ = parts.recoveries.notified() => {}
        }
        if let Err(error) = work_off(&parts).await {
            tracing::warn!(%error, "recoveries of passwords wait");
        }
    }
}

/// All that wait now.
pub async fn work_off(parts: &Parts) -> Result<()> {
    while work_off_one(parts).await? {}
    Ok(())
}
