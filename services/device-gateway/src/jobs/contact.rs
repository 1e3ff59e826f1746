//! Devices that the platform calls over HTTP: whether it reaches them.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A call did not reach the device: it is not called before `contact_at`, unless it comes by itself or somebody changes it.
pub(super) async fn record_failure(connection: &mut PgConnection, device_id: i64, why: &str, contact_at: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE device_sync SET contact_error = $2, contact_failures = least(contact_failures + 1, 100), contact_at = $3 WHERE device_id = $1",
    )
    .bind(device_id)
    .bind(why)
    .bind(contact_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// The device was reached, or has come by itself.
pub(super) async fn clear(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    let statement =
        "UPDATE device_sync SET contact_error = NULL, contact_failures = 0, contact_at = NULL WHERE device_id = $1 AND contact_error IS NOT NULL";
    sqlx::query(statement).bind(device_id).execute(connection).await?;
    Ok(())
}
