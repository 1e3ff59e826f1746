//! Finds works on backups that Redis has forgotten, as after its restart, also those that nobody looks at.
use std::time::Duration;

use crate::app::App;
use crate::operation::backup;

const INTERVAL: Duration = Duration::from_secs(60);

/// Runs until shutdown, in the replica that leads; in every one, where none is elected.
pub async fn run(app: App) -> anyhow::Result<()> {
    let look = || backup::ensure_all_found(&app);
    kit::run_periodically(app.context.clone(), INTERVAL, "backups that broke off and were forgotten are not looked for", look).await
}
