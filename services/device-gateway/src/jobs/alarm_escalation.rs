//! Notifies more people of alarms that nobody has taken in time.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::device_alarm;

const INTERVAL: Duration = Duration::from_secs(5);
const MAX_ALARMS: i64 = 500;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "alarms could not be escalated", || escalate(&app)).await
}

async fn escalate(app: &App) -> Result<()> {
    device_alarm::escalate_due(app, MAX_ALARMS).await.map(drop)
}
