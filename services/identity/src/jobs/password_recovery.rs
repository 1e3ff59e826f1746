//! Sends the links of password recoveries that were requested.
use std::time::Duration;

use kit::Result;

use crate::app::App;
use crate::operation::password::send_next_link;

/// How often it looks without a notification: for requests that another process left behind.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

pub async fn run(app: App) -> anyhow::Result<()> {
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        tokio::select! {
            _ = app.context.shutdown.cancelled() => return Ok(()),
            _ = ticks.tick() => {}
            _ = app.recoveries.notified() => {}
        }
        if let Err(error) = send_all(&app).await {
            tracing::warn!(%error, "links of password recoveries are delayed");
        }
    }
}

/// Sends the links of all requests that wait now.
pub async fn send_all(app: &App) -> Result<()> {
    while send_next_link(app).await? {}
    Ok(())
}
