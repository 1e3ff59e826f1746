//! Keeps the newest notifications of each user, and what became of the latest mails.
use std::time::Duration;

use kit::{Context, Result, rounds};

use crate::store::{mail, notification};

const PERIOD: Duration = Duration::from_secs(3600);

/// Removes the others; answers how many.
pub async fn forget_old(context: &Context) -> Result<u64> {
    let notifications = notification::forget_old(&context.database).await?;
    Ok(notifications + mail::forget_old(&context.database, context.clock.now()).await?)
}

/// The job that does so every hour.
pub async fn keep(context: Context) -> anyhow::Result<()> {
    rounds(context.clone(), PERIOD, "old notifications and mails stay", || forget_old(&context)).await
}
