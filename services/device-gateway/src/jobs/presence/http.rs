//! Who is online of the devices that speak HTTP: whoever has called lately.
use std::time::Duration;

use kit::{Result, run_periodically};

use super::device_status::StatusReason;
use super::{http_presence, status};
use crate::app::App;
use crate::domain::http_device::SILENCE_TIMEOUT;
use crate::jobs::contact;
use crate::store::device_sync::{self, PendingWork};
use crate::store::reporting_device::ReportingDevice;
use crate::store::task;

const SILENCE_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// The device has called.
pub async fn record_http_call(app: &App, device: &ReportingDevice) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let now = app.context.clock.now();
    let change = http_presence::record(&mut tx, device, now).await?;
    if change.is_some() {
        // It may have been reset, restored or replaced while it was away.
        task::end_pauses(&mut tx, &[device.id]).await?;
        device_sync::enqueue(&mut tx, &[device.id], PendingWork::READ, now).await?;
        contact::clear(&mut tx, device.id).await?;
    }
    status::publish_and_commit(app, tx, change.into_iter().collect(), StatusReason::Call).await
}

/// Marks as offline those that do not call any more, until shutdown.
pub async fn find_silent(app: App) -> anyhow::Result<()> {
    let failure = "devices that have stopped reporting are searched for again";
    run_periodically(app.context.clone(), SILENCE_CHECK_INTERVAL, failure, || mark_silent(&app)).await
}

async fn mark_silent(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let changes = http_presence::set_silent_offline(&mut tx, now - SILENCE_TIMEOUT, now).await?;
    status::publish_and_commit(app, tx, changes, StatusReason::Silence).await
}
