//! Tokens of devices that speak HTTP. For the platform itself: a device belongs to its project by its token.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::reporting_device::ReportingDevice;

/// Tokens that a device may have at the same time; the oldest go.
const MAX_TOKENS: i64 = 10;

/// What a device logs in with.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct HttpLoginRow {
    pub id: i64,
    pub project_id: i64,
    /// Sealed.
    pub mqtt_password: Option<Vec<u8>>,
}

/// The device of the protocol http with this serial number, or one that is changing to it.
pub async fn find_login(connection: &mut PgConnection, serial_number: &str) -> Result<Option<HttpLoginRow>> {
    let statement = "SELECT d.id, d.project_id, d.mqtt_password FROM devices d WHERE d.serial_number = $1 AND NOT d.deleted
           AND (d.protocol = 1 OR EXISTS (SELECT 1 FROM protocol_changes c WHERE c.device_id = d.id AND c.protocol = 1 AND c.error IS NULL))";
    Ok(sqlx::query_as(statement).bind(serial_number).fetch_optional(connection).await?)
}

pub async fn insert(connection: &mut PgConnection, project_id: i64, device_id: i64, token_hash: &[u8], expires_at: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "DELETE FROM device_tokens WHERE token_hash IN (
             SELECT token_hash FROM device_tokens WHERE device_id = $1 ORDER BY expires_at DESC, token_hash OFFSET $2)",
    )
    .bind(device_id)
    .bind(MAX_TOKENS - 1)
    .execute(&mut *connection)
    .await?;
    sqlx::query("INSERT INTO device_tokens (token_hash, project_id, device_id, expires_at) VALUES ($1, $2, $3, $4)")
        .bind(token_hash)
        .bind(project_id)
        .bind(device_id)
        .bind(expires_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// The device that holds the token, while it speaks HTTP.
pub async fn find_device(connection: &mut PgConnection, token_hash: &[u8], now: OffsetDateTime) -> Result<Option<ReportingDevice>> {
    Ok(sqlx::query_as(
        "SELECT d.id, d.project_id, d.serial_number, d.name, d.domain_id, g.name AS domain_name, d.type = 4 AS drives_lift
         FROM device_tokens t JOIN devices d ON d.id = t.device_id LEFT JOIN group_nodes g ON g.id = d.domain_id
         WHERE t.token_hash = $1 AND t.expires_at > $2 AND NOT d.deleted AND d.protocol = 1",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(connection)
    .await?)
}

/// Not later than before.
pub async fn update_expiry(connection: &mut PgConnection, token_hash: &[u8], expires_at: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE device_tokens SET expires_at = least(expires_at, $2) WHERE token_hash = $1")
        .bind(token_hash)
        .bind(expires_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Its password or its protocol has changed: it logs in again.
pub async fn delete_of_device(connection: &mut PgConnection, project_id: i64, device_id: i64) -> Result<()> {
    let statement = "DELETE FROM device_tokens WHERE project_id = $1 AND device_id = $2";
    sqlx::query(statement).bind(project_id).bind(device_id).execute(connection).await?;
    Ok(())
}
