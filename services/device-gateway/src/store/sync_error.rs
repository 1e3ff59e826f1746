//! Identifiers and schedules that are not on the device though they should be, and why.
use kit::Result;
use policy::{ActionKind, Authorized, ResourceKind};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Answered at most.
const MAX_ERRORS: i64 = 1_000;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SyncErrorRow {
    pub kind: i16,
    pub link_id: Uuid,
    pub entity_id: Option<i64>,
    pub name: Option<String>,
    pub error: String,
    pub created_at: OffsetDateTime,
}

/// Newest first: what the device refused, and what the platform did not send.
pub async fn list<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    device_id: i64,
) -> Result<Vec<SyncErrorRow>> {
    Ok(sqlx::query_as(
        "SELECT e.kind, e.link_id, e.entity_id, coalesce(nullif(e.name, ''), i.name) AS name, e.error, e.created_at FROM (
             SELECT a.kind, a.link_id, d.entity_id, d.name, a.error, a.error_at AS created_at
             FROM actual_items a LEFT JOIN desired_items d ON d.device_id = a.device_id AND d.kind = a.kind AND d.link_id = a.link_id
             WHERE a.project_id = $1 AND a.device_id = $2 AND a.error IS NOT NULL
             UNION ALL
             SELECT d.kind, d.link_id, d.entity_id, d.name, d.refused, d.changed_at FROM desired_items d
             WHERE d.project_id = $1 AND d.device_id = $2 AND d.refused IS NOT NULL
         ) e LEFT JOIN identifiers i ON e.kind = 1 AND i.id = e.entity_id
         ORDER BY e.created_at DESC, e.link_id LIMIT $3",
    )
    .bind(proof.project_id())
    .bind(device_id)
    .bind(MAX_ERRORS)
    .fetch_all(connection)
    .await?)
}
