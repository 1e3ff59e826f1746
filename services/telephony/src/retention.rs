//! Keeps the calls of the last four hundred days.
use std::time::Duration;

use kit::{Context, Result};
use tokio_util::sync::CancellationToken;

use crate::store::call_history_list;

const PERIOD: Duration = Duration::from_secs(3600);

/// Forgets the others; answers how many.
pub async fn forget_old(context: &Context) -> Result<u64> {
    call_history_list::forget_old(&context.database, context.clock.now()).await
}

/// The job that does so every hour, until shutdown.
pub async fn keep(context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut hours = tokio::time::interval(PERIOD);
    loop {
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            _ = hours.tick() => {
                if let Err(error) = forget_old(&context).await {
                    tracing::warn!(%error, "old calls stay in the history");
                }
            }
        }
    }
}
