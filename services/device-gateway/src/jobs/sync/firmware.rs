//! The firmware of a device: it may have been updated while it was away.
use std::time::Duration;

use device_protocol::{DeviceCall, Serial};
use kit::Result;
use uuid::Uuid;

use super::ask::ask;
use crate::app::App;
use crate::bas_ip::login;
use crate::store::device_sync::ClaimedDevice;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Characters that are kept of its name.
const MAX_LENGTH: usize = 100;

/// Stores what the device says; a device that does not say keeps what was stored.
pub(super) async fn read(app: &App, claimed: &ClaimedDevice) -> Result<()> {
    let Ok(serial) = Serial::new(claimed.device.serial_number.clone()) else { return Ok(()) };
    let answer = ask(app, claimed, DeviceCall::Info.request(Uuid::now_v7()), ANSWER_TIMEOUT).await?;
    let Some(info) = answer.ok().and_then(|response| login::info(&serial, &response)) else { return Ok(()) };
    let firmware: String = info.firmware.chars().take(MAX_LENGTH).collect();
    let mut tx = app.context.database.system().await?;
    sqlx::query("UPDATE devices SET firmware = $2 WHERE id = $1 AND $2 <> '' AND firmware IS DISTINCT FROM $2")
        .bind(claimed.key.device_id)
        .bind(firmware)
        .execute(&mut *tx)
        .await?;
    Ok(tx.commit().await?)
}
