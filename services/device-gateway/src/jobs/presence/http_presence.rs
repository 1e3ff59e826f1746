//! When devices that speak HTTP last called. For the platform itself, over all projects.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::device_status::StatusChange;
use crate::store::reporting_device::ReportingDevice;

/// The device has called. Returns whether it was offline before.
pub(super) async fn record(connection: &mut PgConnection, device: &ReportingDevice, now: OffsetDateTime) -> Result<Option<StatusChange>> {
    sqlx::query(
        "INSERT INTO http_presence (device_id, project_id, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (device_id) DO UPDATE SET project_id = excluded.project_id, seen_at = greatest(http_presence.seen_at, excluded.seen_at)",
    )
    .bind(device.id)
    .bind(device.project_id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    Ok(sqlx::query_as(
        "UPDATE devices d SET status = 1, status_changed_at = $2 WHERE d.id = $1 AND d.status <> 1 AND NOT d.deleted AND d.protocol = 1
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(device.id)
    .bind(now)
    .fetch_optional(connection)
    .await?)
}

/// Marks as offline those that have been silent since before this moment.
pub(super) async fn set_silent_offline(
    connection: &mut PgConnection,
    silent_since: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "WITH locked AS MATERIALIZED (
             SELECT s.id FROM devices s WHERE s.status = 1 AND NOT s.deleted AND s.protocol = 1
               AND NOT EXISTS (SELECT 1 FROM http_presence p WHERE p.device_id = s.id AND p.seen_at >= $1)
             ORDER BY s.id FOR NO KEY UPDATE OF s)
         UPDATE devices d SET status = 2, status_changed_at = $2 FROM locked WHERE d.id = locked.id
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(silent_since)
    .bind(now)
    .fetch_all(connection)
    .await?)
}
