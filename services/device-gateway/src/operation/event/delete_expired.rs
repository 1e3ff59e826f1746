use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::store::{event, lift_event};

/// Deletes events of all projects that arrived before a moment, the oldest first, up to `limit`; returns how many.
pub async fn delete_expired(connection: &mut PgConnection, before: OffsetDateTime, limit: i64) -> Result<u64> {
    let deleted =
        event::delete_received_before(connection, before, limit).await? + lift_event::delete_received_before(connection, before, limit).await?;
    if deleted > 0 {
        tracing::info!(deleted, "events of devices are older than they are kept");
    }
    Ok(deleted)
}
