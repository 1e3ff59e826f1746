//! Compares the places taken in slots with the sum over the reservations. Both are written in one transaction, so that a
//! difference is a fault of the platform.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::store::slot_usage;

const INTERVAL: Duration = Duration::from_secs(24 * 3600);

/// Returns the number of slots that differ, of days that have begun nowhere. It is logged as an error unless it is 0.
pub async fn check(app: &App) -> Result<i64> {
    let from = app.context.clock.now().date() + time::Duration::days(2);
    let mut tx = app.context.database.system().await?;
    let differences = slot_usage::count_differences(&mut tx, from).await?;
    tx.rollback().await?;
    if differences > 0 {
        tracing::error!(differences, "places taken in slots are not those of the reservations");
    }
    Ok(differences)
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "places taken in slots are checked later", || check(&app)).await
}
