//! Compares the places taken in slots with the sum over the reservations. Both are written in one transaction, so that a
//! difference is a fault of the platform.
use std::time::Duration;

use kit::zone::timestamp;
use kit::{Result, run_periodically};

use crate::app::App;
use crate::store::slot_usage;

const INTERVAL: Duration = Duration::from_secs(24 * 3600);

/// Returns the number of slots ahead that differ, today's among them. They are logged as an error.
pub async fn check(app: &App) -> Result<i64> {
    let now = app.context.clock.now();
    // Somewhere it is still yesterday.
    let from = now.date() - time::Duration::days(1);
    let mut tx = app.context.database.system().await?;
    let mut differences = slot_usage::list_differences(&mut tx, from).await?;
    tx.rollback().await?;
    differences.retain(|slot| slot.starts_at() > timestamp(now));
    if let Some(first) = differences.first() {
        tracing::error!(differences = differences.len(), amenity_id = first.amenity_id, "places taken in slots are not those of the reservations");
    }
    Ok(differences.len() as i64)
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "places taken in slots are checked later", || check(&app)).await
}
