//! Who is online of the devices that speak HTTP: whoever has called lately.
use std::time::Duration;

use kit::{Result, run_periodically};

use super::status;
use crate::app::App;
use crate::domain::http_device::SILENCE_TIMEOUT;
use crate::store::http_presence;
use crate::store::reporting_device::ReportingDevice;

const SILENCE_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// The device has called.
pub async fn record_http_call(app: &App, device: &ReportingDevice) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let change = http_presence::record(&mut tx, device, app.context.clock.now()).await?;
    status::publish_and_commit(app, tx, change.into_iter().collect()).await
}

/// Marks as offline those that do not call any more, until shutdown.
pub async fn find_silent(app: App) -> anyhow::Result<()> {
    let failure = "whether devices have gone silent is asked again";
    run_periodically(app.context.clone(), SILENCE_CHECK_INTERVAL, failure, || mark_silent(&app)).await
}

async fn mark_silent(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let changes = http_presence::set_silent_offline(&mut tx, now - SILENCE_TIMEOUT, now).await?;
    status::publish_and_commit(app, tx, changes).await
}
