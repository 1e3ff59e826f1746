use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::store::event_retention::{self, ExpiringLog};

/// Deletes events that are older than their projects store them, and than `most_days` of the installation; the oldest first, up to
/// `limit` of each log. Returns how many.
pub async fn delete_expired(connection: &mut PgConnection, most_days: Option<i32>, now: OffsetDateTime, limit: i64) -> Result<u64> {
    let mut deleted = 0;
    for log in [ExpiringLog::Events, ExpiringLog::LiftEvents] {
        deleted += event_retention::delete_expired(connection, log, most_days, now, limit).await?;
    }
    if deleted > 0 {
        tracing::info!(deleted, "events of devices are older than they are kept");
    }
    Ok(deleted)
}
