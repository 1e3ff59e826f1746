//! Devices, from device-gateway.
use kit::Result;
use proto::vestibule::events::v1::{DeviceChanged, DeviceStatusChanged};
use sqlx::PgConnection;

use super::{DEVICES, elevator};

/// False for a snapshot that is not newer than what is here. No rule names a deleted device.
pub async fn project(connection: &mut PgConnection, device: &DeviceChanged) -> Result<bool> {
    let is_newer = DEVICES.project(connection, device).await?;
    if is_newer {
        elevator::set_lift_controller(connection, device).await?;
    }
    if device.deleted {
        sqlx::query("DELETE FROM rule_devices WHERE device_id = $1").bind(device.id).execute(connection).await?;
    }
    Ok(is_newer)
}

/// Ignores what is older than what is known.
pub async fn set_online(connection: &mut PgConnection, status: &DeviceStatusChanged) -> Result<()> {
    let at = status.at.as_ref().and_then(kit::clock::from_proto);
    sqlx::query("UPDATE doors SET is_online = $3, online_at = $4 WHERE project_id = $1 AND id = $2 AND (online_at IS NULL OR online_at <= $4)")
        .bind(status.project_id)
        .bind(status.device_id)
        .bind(status.online)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}
