//! Deletes backups after their 90 days.
use std::time::Duration;

use tokio::time::sleep;

use crate::app::App;

const INTERVAL: Duration = Duration::from_secs(6 * 3600);

/// Runs until shutdown, in every replica: what another one has deleted is not there any more.
pub async fn run(app: App) -> anyhow::Result<()> {
    let context = &app.context;
    while context.shutdown.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
        match app.backups.delete_expired(context.clock.now()).await {
            Ok(deleted) => tracing::info!(deleted, "backups of more than 90 days are deleted"),
            Err(error) => tracing::warn!(%error, "old backups are not deleted"),
        }
    }
    Ok(())
}
