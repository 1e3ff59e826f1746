//! Invalid messages of devices: the newest are kept for analysis.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Kept of one device, so that no device pushes out the messages of others.
const MAX_PER_DEVICE: i64 = 100;
/// Kept of one project, over all its devices.
const MAX_PER_PROJECT: i64 = 1_000;
pub const MAX_PAYLOAD_BYTES: usize = 4096;

pub struct RejectedMessage<'a> {
    pub project_id: i64,
    pub device_id: i64,
    pub reason: &'a str,
    /// Its beginning, or all of it.
    pub payload: &'a [u8],
    /// Of the whole, in bytes.
    pub size: usize,
}

pub async fn insert(connection: &mut PgConnection, message: &RejectedMessage<'_>, now: OffsetDateTime) -> Result<()> {
    let kept = &message.payload[..message.payload.len().min(MAX_PAYLOAD_BYTES)];
    sqlx::query(
        "WITH oldest AS (
             DELETE FROM rejected_messages WHERE
                 (device_id = $2 AND id <= (SELECT id FROM rejected_messages WHERE device_id = $2 ORDER BY id DESC OFFSET $7 LIMIT 1))
                 OR (project_id = $1 AND id <= (SELECT id FROM rejected_messages WHERE project_id = $1 ORDER BY id DESC OFFSET $8 LIMIT 1)))
         INSERT INTO rejected_messages (project_id, device_id, reason, size, payload, received_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(message.project_id)
    .bind(message.device_id)
    .bind(message.reason.replace('\0', "\u{fffd}").chars().take(500).collect::<String>())
    .bind(i32::try_from(message.size).unwrap_or(i32::MAX))
    .bind(kept)
    .bind(now)
    .bind(MAX_PER_DEVICE - 1)
    .bind(MAX_PER_PROJECT - 1)
    .execute(connection)
    .await?;
    Ok(())
}
