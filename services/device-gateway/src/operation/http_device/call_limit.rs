//! How often a device may call. One that floods leaves the database and the other services to the others.
use std::time::Duration;

use kit::rate_limit::{self, Limit};
use kit::{Error, Result};

use crate::app::App;
use crate::store::reporting_device::ReportingDevice;

/// A device that asks whether to open waits for ten seconds.
const REDIS_TIMEOUT: Duration = Duration::from_millis(500);

pub async fn count_push(app: &App, device: &ReportingDevice) -> Result<()> {
    count(app, "http-device-pushes", device, app.config.http_call_limits.pushes).await
}

pub async fn count_check(app: &App, device: &ReportingDevice) -> Result<()> {
    count(app, "http-device-checks", device, app.config.http_call_limits.checks).await
}

async fn count(app: &App, kind: &str, device: &ReportingDevice, most: u32) -> Result<()> {
    let counter = rate_limit::counter(&app.context, kind, &device.id.to_string());
    let limit = Limit { counter, most: most.into(), window: app.config.http_call_limits.window };
    let counted = tokio::time::timeout(REDIS_TIMEOUT, rate_limit::acquire(&app.context, vec![limit])).await;
    // Doors go on without Redis, and at once: the limit is for devices that are out of order.
    match counted.unwrap_or_else(|_elapsed| Err(Error::Unavailable(anyhow::anyhow!("Redis does not answer in time")))) {
        Ok(_counted) => Ok(()),
        Err(Error::Unavailable(error)) => {
            tracing::warn!(error = format!("{error:#}"), "the calls of a device are not counted");
            Ok(())
        }
        Err(error) => Err(error),
    }
}
