//! Deletes calls from the history after 400 days.
use std::time::Duration;

use kit::{Result, run_periodically};
use time::OffsetDateTime;

use crate::app::App;

const INTERVAL: Duration = Duration::from_secs(3600);
const RETENTION: time::Duration = time::Duration::days(400);
/// Rows deleted by one statement, so that none holds its locks for long.
const DELETE_BATCH: i64 = 5_000;

/// Every hour.
pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "old calls stay in the history", || delete_old(&app)).await
}

/// Of all projects, in batches. Returns how many were deleted.
pub async fn delete_old(app: &App) -> Result<u64> {
    let before = app.context.clock.now() - RETENTION;
    let mut deleted = 0;
    loop {
        let batch = delete_batch(app, before).await?;
        deleted += batch;
        if batch < DELETE_BATCH as u64 {
            return Ok(deleted);
        }
    }
}

async fn delete_batch(app: &App, before: OffsetDateTime) -> Result<u64> {
    let mut tx = app.context.database.system().await?;
    let statement = "DELETE FROM call_history WHERE id IN (SELECT id FROM call_history WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
    let deleted = sqlx::query(statement).bind(before).bind(DELETE_BATCH).execute(&mut *tx).await?.rows_affected();
    tx.commit().await?;
    Ok(deleted)
}
