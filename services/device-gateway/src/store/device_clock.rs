//! The zone that a device's clock was set to.
use kit::Result;
use sqlx::PgConnection;

/// The device is sent its zone again when it is next worked on.
pub async fn set_due(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET clock_due = true WHERE device_id = $1").bind(device_id).execute(connection).await?;
    Ok(())
}

/// Whether a device may hold schedules of this zone. One that was not sent its zone yet is sent it before anything else.
pub async fn holds_schedules(connection: &mut PgConnection, device_id: i64, zone: &str) -> Result<bool> {
    let refused: Option<bool> =
        sqlx::query_scalar("SELECT clock_zone IS NOT DISTINCT FROM $2 AND NOT clock_accepted FROM device_sync WHERE device_id = $1")
            .bind(device_id)
            .bind(zone)
            .fetch_optional(connection)
            .await?;
    Ok(refused != Some(true))
}
