//! What the newest events of a device say of it.
use kit::Result;
use policy::{ActionKind, Authorized, ResourceKind};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Events by which the clock is judged: one of them was sent at once.
const EVENTS: i64 = 20;

#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct DeviceHealthRow {
    /// By the device's clock.
    pub last_event_at: Option<OffsetDateTime>,
    /// Seconds by which it is ahead: an event cannot arrive before it has happened, and the one that came soonest came at once.
    pub clock_skew_seconds: Option<i32>,
}

/// Of a device that the proof reaches.
pub async fn find<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    device_id: i64,
) -> Result<DeviceHealthRow> {
    Ok(sqlx::query_as(
        "SELECT max(created_at) AS last_event_at,
             CASE WHEN count(*) > 0 THEN greatest(least(-extract(epoch FROM min(received_at - coalesce(device_created_at, created_at))), 2000000000), -2000000000)::int END AS clock_skew_seconds
         FROM (SELECT created_at, received_at, device_created_at FROM events WHERE project_id = $1 AND device_id = $2 ORDER BY id DESC LIMIT $3) newest",
    )
    .bind(proof.project_id())
    .bind(device_id)
    .bind(EVENTS)
    .fetch_one(connection)
    .await?)
}
