//! Queues that ring a number.
use kit::Result;
use serde_json::json;
use sqlx::PgConnection;

use crate::store::visible::Referencing;

/// Numbers, forward rules and groups whose queues ring this number, without the number itself: the first of them.
pub async fn find(connection: &mut PgConnection, project_id: i64, id: i64, number: &str) -> Result<Vec<Referencing>> {
    let pattern = json!([{ "numbers": [number] }]);
    Ok(sqlx::query_as(
        "SELECT kind, id, name FROM (
             SELECT 1 AS kind, n.id, n.number AS name FROM sip_numbers n WHERE n.project_id = $1 AND n.id <> $2 AND n.forward_queues @> $3
             UNION ALL
             SELECT 2, r.id, r.name FROM forward_rules r WHERE r.project_id = $1 AND r.queues @> $3
             UNION ALL
             SELECT 3, g.id, g.name FROM group_settings s JOIN group_nodes g ON g.id = s.group_id AND NOT g.deleted
             WHERE s.project_id = $1 AND s.forward_queues @> $3) named
         ORDER BY kind, name LIMIT $4",
    )
    .bind(project_id)
    .bind(id)
    .bind(pattern)
    .bind(Referencing::MAX_FOUND)
    .fetch_all(connection)
    .await?)
}
