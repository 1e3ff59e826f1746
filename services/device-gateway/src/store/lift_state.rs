//! Whether lift controllers have what they go by.
use kit::Result;
use sqlx::PgConnection;

/// Of a lift controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct LiftStateRow {
    pub device_id: i64,
    pub is_enabled: bool,
    pub is_online: bool,
    /// A task with its settings or its map has not ended.
    pub tasks_wait: bool,
    pub tasks_failed: bool,
}

/// For another service, which has asked for the right itself.
pub async fn find_many(connection: &mut PgConnection, project_id: i64, devices: &[i64]) -> Result<Vec<LiftStateRow>> {
    Ok(sqlx::query_as(
        "SELECT d.id AS device_id, coalesce((d.settings -> 'lift_controller' ->> 'enabled')::boolean, false) AS is_enabled, d.status = 1 AS is_online,
             EXISTS (SELECT 1 FROM tasks t WHERE t.device_id = d.id AND t.kind IN ('relays', 'floor_map') AND t.status IN (1, 2, 3, 4)) AS tasks_wait,
             EXISTS (SELECT 1 FROM tasks t WHERE t.device_id = d.id AND t.kind IN ('relays', 'floor_map') AND t.status = 6) AS tasks_failed
         FROM devices d WHERE d.project_id = $1 AND d.id = ANY($2) AND d.type = 4 AND NOT d.deleted ORDER BY d.id",
    )
    .bind(project_id)
    .bind(devices)
    .fetch_all(connection)
    .await?)
}
