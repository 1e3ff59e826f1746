//! Alarms of devices that somebody has processed: their notifications are read.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Marks the notifications of the alarm as read for everybody. Returns the users who had not read it.
pub async fn mark_read(connection: &mut PgConnection, project_id: i64, alarm_id: i64, now: OffsetDateTime) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "WITH marked AS (
             UPDATE notifications SET read_at = $3
             WHERE project_id = $1 AND read_at IS NULL AND type = 10 AND data->'alarm_id' = to_jsonb($2::bigint) RETURNING user_id)
         SELECT DISTINCT user_id FROM marked ORDER BY 1",
    )
    .bind(project_id)
    .bind(alarm_id)
    .bind(now)
    .fetch_all(connection)
    .await?)
}
