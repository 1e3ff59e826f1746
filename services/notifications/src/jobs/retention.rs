//! Deletes notifications beyond the newest of each user, and old mails that have left the queue.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::store::{mail, notification};

const INTERVAL: Duration = Duration::from_secs(3600);

/// Returns the number of deleted rows.
pub async fn delete_old(app: &App) -> Result<u64> {
    let notifications = notification::delete_old(&app.context.database).await?;
    Ok(notifications + mail::delete_old(&app.context.database, app.context.clock.now()).await?)
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "old notifications and mails are not deleted", || delete_old(&app)).await
}
