//! Finds works on backups that Redis has forgotten, as after its restart, also those that nobody looks at.
use std::time::Duration;

use tokio::time::sleep;

use crate::app::App;
use crate::operation::backup;

const INTERVAL: Duration = Duration::from_secs(60);

/// Runs until shutdown in every replica: what two find at once is made known once.
pub async fn run(app: App) -> anyhow::Result<()> {
    let shutdown = &app.context.shutdown;
    while shutdown.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
        if let Err(error) = backup::ensure_all_found(&app).await {
            tracing::warn!(error = format!("{error:#}"), "backups that broke off and were forgotten are not looked for");
        }
    }
    Ok(())
}
