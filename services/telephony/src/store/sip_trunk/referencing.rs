//! Queues that call by a trunk. Those of group settings name no trunk.
use kit::Result;
use serde_json::json;
use sqlx::PgConnection;

/// Names that a refusal lists.
const MAX_NAMES: i64 = 20;

/// Numbers and forward rules whose queues name the trunk: the first of them.
pub async fn find(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Vec<String>> {
    let pattern = json!([{ "params": { "trunk_numbers": [{ "trunk_id": id }] } }]);
    Ok(sqlx::query_scalar(
        "SELECT name FROM (
             SELECT 1 AS kind, n.number AS name FROM sip_numbers n WHERE n.project_id = $1 AND n.forward_queues @> $2
             UNION ALL
             SELECT 2, r.name FROM forward_rules r WHERE r.project_id = $1 AND r.queues @> $2) named
         ORDER BY kind, name LIMIT $3",
    )
    .bind(project_id)
    .bind(pattern)
    .bind(MAX_NAMES)
    .fetch_all(connection)
    .await?)
}
