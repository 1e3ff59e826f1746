//! Starts and ends of reservations. Reads derive the state from the clock: a late round is not seen.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::amenity_reservation::advance_due;

const INTERVAL: Duration = Duration::from_secs(5);

pub async fn advance_all_due(app: &App) -> Result<()> {
    while advance_due(app).await? {}
    Ok(())
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "reservations are started and ended later", || advance_all_due(&app)).await
}
