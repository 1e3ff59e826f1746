//! Records failed and rejected attempts in the audit log.
use std::time::Duration;

use crate::app::App;

/// How often it looks without a notification: for attempts that other replicas counted, and for minutes that are over.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

pub async fn run(app: App) -> anyhow::Result<()> {
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        tokio::select! {
            _ = app.context.shutdown.cancelled() => return Ok(()),
            _ = ticks.tick() => {}
            _ = app.blocking.rejections.pending() => {}
        }
        if let Err(error) = app.blocking.rejections.record_due().await {
            tracing::warn!(%error, "refused attempts are recorded later");
        }
    }
}
