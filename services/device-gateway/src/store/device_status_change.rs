//! When devices came and went.
use kit::Result;
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// The newest of an answer.
const MAX_CHANGES: i64 = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct StatusChangeRow {
    pub status: i16,
    pub reason: i16,
    pub at: OffsetDateTime,
}

/// Changes since a moment, oldest first, and the last one before them.
#[derive(Clone, Debug, Default)]
pub struct StatusHistory {
    pub before: Option<StatusChangeRow>,
    pub changes: Vec<StatusChangeRow>,
}

/// Of a device that the proof reaches.
pub async fn list(
    connection: &mut PgConnection,
    proof: &Authorized<resource::Device, action::View>,
    device_id: i64,
    since: OffsetDateTime,
) -> Result<StatusHistory> {
    // One more than is answered: what it was before the oldest of them is known then, too.
    let newest = sqlx::query_as(
        "SELECT status, reason, at FROM device_status_changes WHERE project_id = $1 AND device_id = $2 AND at >= $3 ORDER BY at DESC, id DESC LIMIT $4",
    );
    let mut changes: Vec<StatusChangeRow> =
        newest.bind(proof.project_id()).bind(device_id).bind(since).bind(MAX_CHANGES + 1).fetch_all(&mut *connection).await?;
    changes.reverse();
    if changes.len() as i64 > MAX_CHANGES {
        let before = Some(changes.remove(0));
        return Ok(StatusHistory { before, changes });
    }
    let last = sqlx::query_as(
        "SELECT status, reason, at FROM device_status_changes WHERE project_id = $1 AND device_id = $2 AND at < $3 ORDER BY at DESC, id DESC LIMIT 1",
    );
    let before = last.bind(proof.project_id()).bind(device_id).bind(since).fetch_optional(connection).await?;
    Ok(StatusHistory { before, changes })
}
