//! Lockdowns end at their time.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::lockdown;

const INTERVAL: Duration = Duration::from_secs(5);

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "lockdowns end later", || end_due(&app)).await
}

/// One round.
pub async fn end_due(app: &App) -> Result<()> {
    lockdown::end_due(app).await
}
