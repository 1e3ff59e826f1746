//! Messages of devices that made no sense: kept for whoever looks into it, the newest only.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// How many are kept, over all projects.
pub const KEPT: i64 = 10_000;
const KEPT_BYTES: usize = 4096;

pub struct Rejected<'a> {
    pub project_id: i64,
    pub device_id: i64,
    pub reason: &'a str,
    pub payload: &'a [u8],
}

pub async fn insert(connection: &mut PgConnection, message: &Rejected<'_>, now: OffsetDateTime) -> Result<()> {
    let kept = &message.payload[..message.payload.len().min(KEPT_BYTES)];
    sqlx::query(
        "WITH gone AS (DELETE FROM rejected_messages WHERE id <= (SELECT max(id) FROM rejected_messages) - $7)
         INSERT INTO rejected_messages (project_id, device_id, reason, size, payload, received_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(message.project_id)
    .bind(message.device_id)
    .bind(message.reason.replace('\0', "\u{fffd}").chars().take(500).collect::<String>())
    .bind(i32::try_from(message.payload.len()).unwrap_or(i32::MAX))
    .bind(kept)
    .bind(now)
    .bind(KEPT - 1)
    .execute(connection)
    .await?;
    Ok(())
}
