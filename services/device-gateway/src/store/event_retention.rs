//! How long the logs of events are stored: by each project's settings. For the platform itself.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::domain::event_image::DEFAULT_EVENT_DAYS;

/// A log with `id`, in the order of arrival, `project_id` and `received_at`.
#[derive(Clone, Copy, Debug)]
pub enum ExpiringLog {
    Events,
    LiftEvents,
}

/// Deletes what arrived before its project stores it, or before `most_days` where the installation says so; the oldest first, up to
/// `limit`. A project whose oldest entry is younger costs one look.
pub async fn delete_expired(connection: &mut PgConnection, log: ExpiringLog, most_days: Option<i32>, now: OffsetDateTime, limit: i64) -> Result<u64> {
    let table = match log {
        ExpiringLog::Events => "events",
        ExpiringLog::LiftEvents => "lift_events",
    };
    let statement = format!(
        "DELETE FROM {table} WHERE id IN (
             SELECT oldest.id FROM projects p LEFT JOIN event_retention r ON r.project_id = p.project_id
             CROSS JOIN LATERAL (SELECT $1 - make_interval(days => least(coalesce(r.event_days, $3), $4)) AS received_before) store
             CROSS JOIN LATERAL (SELECT e.received_at FROM {table} e WHERE e.project_id = p.project_id ORDER BY e.id LIMIT 1) first
             CROSS JOIN LATERAL (SELECT e.id, e.received_at FROM {table} e WHERE e.project_id = p.project_id ORDER BY e.id LIMIT $2) oldest
             WHERE first.received_at < store.received_before AND oldest.received_at < store.received_before LIMIT $2)"
    );
    let done = sqlx::query(AssertSqlSafe(statement))
        .bind(now)
        .bind(limit)
        .bind(DEFAULT_EVENT_DAYS)
        .bind(most_days.unwrap_or(i32::MAX / 100_000))
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}
