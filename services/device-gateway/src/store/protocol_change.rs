//! Changes of protocol that devices have not confirmed, and those that failed.
use kit::Result;
use kit::listing::Permitted;
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::device::DeviceRow;
use super::item::DeviceKey;
use crate::domain::device::Protocol;

/// In place of an earlier one.
pub async fn insert(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceRow, action::Edit>,
    protocol: Protocol,
    expires_at: OffsetDateTime,
) -> Result<()> {
    let key = DeviceKey { device_id: permitted.id, project_id: permitted.project_id };
    write(connection, key, protocol, expires_at).await
}

/// Of a device that is created in the same transaction.
pub async fn insert_for_new_device(
    connection: &mut PgConnection,
    right: &Authorized<resource::Device, action::Create>,
    device_id: i64,
    protocol: Protocol,
    expires_at: OffsetDateTime,
) -> Result<()> {
    write(connection, DeviceKey { device_id, project_id: right.project_id() }, protocol, expires_at).await
}

async fn write(connection: &mut PgConnection, key: DeviceKey, protocol: Protocol, expires_at: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO protocol_changes (device_id, project_id, protocol, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (device_id) DO UPDATE SET protocol = excluded.protocol, expires_at = excluded.expires_at, error = NULL",
    )
    .bind(key.device_id)
    .bind(key.project_id)
    .bind(protocol as i16)
    .bind(expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether one was under way.
pub async fn delete(connection: &mut PgConnection, permitted: &Permitted<DeviceRow, action::Edit>) -> Result<bool> {
    let statement = "DELETE FROM protocol_changes WHERE project_id = $1 AND device_id = $2 RETURNING error IS NULL";
    let was_open: Option<bool> = sqlx::query_scalar(statement).bind(permitted.project_id).bind(permitted.id).fetch_optional(connection).await?;
    Ok(was_open.unwrap_or(false))
}

/// Devices of these serial numbers that are changing to the protocol, in the order of their ids. For the platform itself.
pub async fn list_pending(connection: &mut PgConnection, serials: &[String], protocol: Protocol) -> Result<Vec<DeviceKey>> {
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT d.id, d.project_id FROM protocol_changes c JOIN devices d ON d.id = c.device_id
         WHERE d.serial_number = ANY($1) AND NOT d.deleted AND c.protocol = $2 AND c.error IS NULL ORDER BY d.id",
    )
    .bind(serials)
    .bind(protocol as i16)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(device_id, project_id)| DeviceKey { device_id, project_id }).collect())
}
