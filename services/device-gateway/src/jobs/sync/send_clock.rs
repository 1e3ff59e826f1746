//! Sends a device the time and the zone of its project, by which it reads its schedules (docs/adr/0070).
use std::time::Duration;

use device_protocol::DeviceCall;
use jiff::tz::TimeZone;
use kit::Result;
use sqlx::PgConnection;
use uuid::Uuid;

use super::ask::ask;
use super::queue;
use crate::app::App;
use crate::bas_ip::clock;
use crate::projection::project;
use crate::store::device_sync::{ClaimedDevice, PendingWork};
use crate::store::{device_clock, device_sync};

const CALL_TIMEOUT: Duration = Duration::from_secs(15);

/// Returns whether the device answered.
pub async fn run(app: &App, claimed: &ClaimedDevice) -> Result<bool> {
    let (device_id, now) = (claimed.key.device_id, app.context.clock.now());
    let mut tx = app.context.database.system().await?;
    let zone = project::zone_name(&mut tx, claimed.key.project_id).await?;
    tx.commit().await?;
    let settings = TimeZone::get(&zone).ok().and_then(|zone| clock::settings(&zone, now));
    let is_accepted = match settings {
        Some(settings) => match ask(app, claimed, DeviceCall::SetClock(settings).request(Uuid::now_v7()), CALL_TIMEOUT).await? {
            Ok(response) => response.is_success(),
            Err(error) => {
                tracing::info!(device_id, %error, "the device does not answer the time");
                let mut tx = app.context.database.system().await?;
                queue::record_failure(&mut tx, device_id).await?;
                tx.commit().await?;
                return Ok(false);
            }
        },
        None => false,
    };
    let mut tx = app.context.database.system().await?;
    device_sync::lock(&mut tx, device_id).await?;
    let held_schedules = device_clock::holds_schedules(&mut tx, device_id, &zone).await?;
    record(&mut tx, device_id, &zone, is_accepted).await?;
    if held_schedules != is_accepted {
        tracing::info!(device_id, zone, is_accepted, "whether the device can hold schedules changed");
        device_sync::enqueue(&mut tx, &[device_id], PendingWork::FETCH, now).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// What the device was sent, and whether it has accepted it.
async fn record(connection: &mut PgConnection, device_id: i64, zone: &str, is_accepted: bool) -> Result<()> {
    sqlx::query("UPDATE device_sync SET clock_due = false, clock_zone = $2, clock_accepted = $3, failures = 0 WHERE device_id = $1")
        .bind(device_id)
        .bind(zone)
        .bind(is_accepted)
        .execute(connection)
        .await?;
    Ok(())
}
