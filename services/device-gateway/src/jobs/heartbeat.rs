//! The heartbeat of this process: claims of a process whose heartbeat is too old are free for others.
use std::time::Duration;

use kit::Result;
use tokio_util::sync::CancellationToken;

use super::worker;
use crate::app::App;

/// Several heartbeats may be lost before the process counts as dead.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Until shutdown.
pub async fn run(app: App, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut timer = tokio::time::interval(HEARTBEAT_INTERVAL);
    let mut is_first = true;
    loop {
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            _ = timer.tick() => match beat(&app).await {
                Ok(()) if is_first => {
                    is_first = false;
                    app.notify_dispatcher();
                }
                Ok(()) => {}
                Err(error) => tracing::warn!(%error, "the heartbeat of this process could not be stored"),
            },
        }
    }
}

async fn beat(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    worker::upsert_heartbeat(&mut tx, app.worker, app.context.clock.now()).await?;
    Ok(tx.commit().await?)
}
