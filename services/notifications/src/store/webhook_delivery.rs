//! Deliveries as people see them: what became of them, without what was sent. `projection::webhook_delivery` adds them.
use kit::Result;
use kit::listing::Permitted;
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::webhook::WebhookRow;
use crate::domain::webhook_retry::MAX_AGE;

/// Dead letters that are put back at once.
pub const MAX_REPLAYED: i64 = 10_000;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WebhookDeliveryRow {
    pub id: i64,
    pub event_id: Uuid,
    pub event: String,
    pub state: i16,
    pub attempts: i32,
    pub status: i32,
    pub error: String,
    pub created_at: OffsetDateTime,
    pub attempted_at: Option<OffsetDateTime>,
    pub next_attempt_at: Option<OffsetDateTime>,
}

/// Which deliveries are listed.
#[derive(Clone, Copy, Debug)]
pub struct DeliveriesBefore {
    pub state: Option<i16>,
    pub before_id: i64,
    /// One more is read, to know whether there are more.
    pub limit: i64,
}

/// The newest first. The time of the next attempt is known of the first of a lane.
pub async fn list(connection: &mut PgConnection, webhook: &WebhookRow, before: DeliveriesBefore) -> Result<Vec<WebhookDeliveryRow>> {
    Ok(sqlx::query_as(
        "SELECT d.id, d.event_id, d.event, d.state, d.attempts, d.status, d.error, d.created_at, d.attempted_at,
             CASE WHEN d.state = 1 AND NOT EXISTS (
                 SELECT 1 FROM webhook_deliveries e WHERE e.webhook_id = d.webhook_id AND e.lane = d.lane AND e.state = 1 AND e.id < d.id
             ) THEN l.next_attempt_at END AS next_attempt_at
         FROM webhook_deliveries d LEFT JOIN webhook_lanes l ON l.webhook_id = d.webhook_id AND l.lane = d.lane
         WHERE d.project_id = $1 AND d.webhook_id = $2 AND d.state = ANY($3) AND d.id < $4 ORDER BY d.id DESC LIMIT $5",
    )
    .bind(webhook.project_id)
    .bind(webhook.id)
    .bind(before.state.map_or_else(|| vec![1, 2, 3], |state| vec![state]))
    .bind(before.before_id)
    .bind(before.limit + 1)
    .fetch_all(connection)
    .await?)
}

/// Puts dead letters back into their lanes, before what has come since. `ids`: None for the oldest ones. Returns how many there were.
pub async fn replay(
    connection: &mut PgConnection,
    webhook: &Permitted<WebhookRow, action::Edit>,
    ids: Option<&[i64]>,
    now: OffsetDateTime,
) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "WITH chosen AS (
             SELECT id FROM webhook_deliveries WHERE project_id = $1 AND webhook_id = $2 AND state = 3 AND ($3 OR id = ANY($4))
             ORDER BY id LIMIT $5 FOR NO KEY UPDATE
         ), replayed AS (
             UPDATE webhook_deliveries d SET state = 1, error = '', status = 0, finished_at = NULL, expires_at = $6 FROM chosen WHERE d.id = chosen.id
             RETURNING d.lane
         ), lanes AS (
             INSERT INTO webhook_lanes (webhook_id, lane, project_id, next_attempt_at) SELECT DISTINCT $2, lane, $1, $7::timestamptz FROM replayed
             ORDER BY lane
             ON CONFLICT (webhook_id, lane) DO UPDATE SET attempts = 0, next_attempt_at = excluded.next_attempt_at
         )
         SELECT count(*) FROM replayed",
    )
    .bind(webhook.project_id())
    .bind(webhook.id)
    .bind(ids.is_none())
    .bind(ids.unwrap_or_default())
    .bind(MAX_REPLAYED)
    .bind(now + MAX_AGE)
    .bind(webhook.is_enabled.then_some(now))
    .fetch_one(connection)
    .await?)
}
