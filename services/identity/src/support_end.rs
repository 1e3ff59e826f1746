//! Tells the audit log when a support session has come to its end by itself.
use std::time::Duration;

use crate::operation::project::tell_ended;
use crate::parts::Parts;

const EVERY: Duration = Duration::from_secs(15);

pub async fn run(parts: Parts) -> anyhow::Result<()> {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = parts.context.shutdown.cancelled() => return Ok(()),
            _ = ticks.tick() => {
                if let Err(error) = tell_ended(&parts).await {
                    tracing::warn!(%error, "ends of support sessions are told later");
                }
            }
        }
    }
}
