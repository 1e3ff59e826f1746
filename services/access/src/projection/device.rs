//! Devices, from device-gateway.
use kit::Result;
use proto::vestibule::events::v1::DeviceChanged;
use sqlx::PgConnection;

use super::DEVICES;

/// False for a snapshot that is not newer than what is here. No rule names a deleted device.
pub async fn project(connection: &mut PgConnection, device: &DeviceChanged) -> Result<bool> {
    let is_newer = DEVICES.project(connection, device).await?;
    if device.deleted {
        sqlx::query("DELETE FROM rule_devices WHERE device_id = $1").bind(device.id).execute(connection).await?;
    }
    Ok(is_newer)
}
