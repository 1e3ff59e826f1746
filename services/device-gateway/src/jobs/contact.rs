//! Devices that the platform calls over HTTP: whether it reaches them.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::store::device_sync::ClaimedDevice;

/// A call did not reach the device: it is not called before `contact_at`, unless it comes by itself or somebody changes it. Whoever
/// changed it during the call has given it another address or login: then it is called at once.
pub(super) async fn record_failure(connection: &mut PgConnection, claimed: &ClaimedDevice, why: &str, contact_at: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "WITH called AS (SELECT version FROM devices WHERE id = $1 FOR SHARE)
         UPDATE device_sync SET contact_error = $2, contact_failures = least(contact_failures + 1, 100),
             contact_at = CASE WHEN called.version = $4 THEN $3 END
         FROM called WHERE device_id = $1",
    )
    .bind(claimed.key.device_id)
    .bind(why)
    .bind(contact_at)
    .bind(claimed.version)
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
