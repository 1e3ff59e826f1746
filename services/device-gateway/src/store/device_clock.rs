//! The clock of a device: the zone that it was set to, and how far it is behind.
use std::collections::HashMap;

use kit::Result;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// Events by which a clock is judged: one of them was sent at once.
const EVENTS: i64 = 20;
/// Newer ones that are passed over at most.
const MAX_RECENT: i64 = 1_000;

/// The device is sent its zone again when it is next worked on.
pub async fn set_due(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET clock_due = true WHERE device_id = $1").bind(device_id).execute(connection).await?;
    Ok(())
}

/// Whether a device may hold schedules of this zone. One that was not sent its zone yet is sent it before anything else.
pub async fn holds_schedules(connection: &mut PgConnection, device_id: i64, zone: &str) -> Result<bool> {
    let refused: Option<bool> =
        sqlx::query_scalar("SELECT clock_zone IS NOT DISTINCT FROM $2 AND NOT clock_accepted FROM device_sync WHERE device_id = $1")
            .bind(device_id)
            .bind(zone)
            .fetch_optional(connection)
            .await?;
    Ok(refused != Some(true))
}

/// By how much the clocks of devices are behind, as the last events say that arrived before `known_before`. Devices that are not in the
/// answer are not known to be. For the platform itself.
pub async fn find_behind(connection: &mut PgConnection, device_ids: &[i64], known_before: OffsetDateTime) -> Result<HashMap<i64, Duration>> {
    let rows: Vec<(i64, f64)> = sqlx::query_as(
        "SELECT d.id, extract(epoch FROM min(older.lag))::float8 FROM devices d CROSS JOIN LATERAL (
             SELECT newest.received_at - coalesce(newest.device_created_at, newest.created_at) AS lag FROM (
                 SELECT e.id, e.received_at, e.created_at, e.device_created_at FROM events e
                 WHERE e.project_id = d.project_id AND e.device_id = d.id ORDER BY e.id DESC LIMIT $3) newest
             WHERE newest.received_at < $2 ORDER BY newest.id DESC LIMIT $4) older
         WHERE d.id = ANY($1) GROUP BY d.id HAVING min(older.lag) > interval '0'",
    )
    .bind(device_ids)
    .bind(known_before)
    .bind(MAX_RECENT)
    .bind(EVENTS)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(id, seconds)| (id, Duration::saturating_seconds_f64(seconds))).collect())
}
