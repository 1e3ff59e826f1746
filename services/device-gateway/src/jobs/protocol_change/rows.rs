//! The rows of changes that devices end, and the clock.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::device::Protocol;
use crate::store::item::DeviceKey;

/// The device has come by the protocol. Returns whether the change was still under way; the device is locked.
pub(super) async fn complete(connection: &mut PgConnection, device_id: i64, protocol: Protocol, now: OffsetDateTime) -> Result<bool> {
    let deleted = sqlx::query("DELETE FROM protocol_changes WHERE device_id = $1 AND protocol = $2 AND error IS NULL")
        .bind(device_id)
        .bind(protocol as i16)
        .execute(&mut *connection)
        .await?;
    if deleted.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("UPDATE devices SET protocol = $2, version = version + 1, updated_at = $3 WHERE id = $1")
        .bind(device_id)
        .bind(protocol as i16)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(true)
}

/// The devices whose changes took too long: up to `limit`, over all projects.
pub(super) async fn list_expired(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<DeviceKey>> {
    let rows: Vec<(i64, i64)> =
        sqlx::query_as("SELECT device_id, project_id FROM protocol_changes WHERE error IS NULL AND expires_at <= $1 ORDER BY device_id LIMIT $2")
            .bind(now)
            .bind(limit)
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().map(|(device_id, project_id)| DeviceKey { device_id, project_id }).collect())
}

/// Returns whether the change was still under way and too late; the device is locked.
pub(super) async fn fail_expired(connection: &mut PgConnection, device_id: i64, why: &str, now: OffsetDateTime) -> Result<bool> {
    let failed = sqlx::query("UPDATE protocol_changes SET error = $2 WHERE device_id = $1 AND error IS NULL AND expires_at <= $3")
        .bind(device_id)
        .bind(why)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(failed.rows_affected() > 0)
}
