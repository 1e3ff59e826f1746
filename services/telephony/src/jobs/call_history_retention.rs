//! Deletes calls from the history after 400 days.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::store::call_history;

const INTERVAL: Duration = Duration::from_secs(3600);

/// Every hour.
pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "old calls stay in the history", || delete_old(&app)).await
}

/// Returns how many were deleted.
pub async fn delete_old(app: &App) -> Result<u64> {
    call_history::delete_old(&app.context.database, app.context.clock.now()).await
}
