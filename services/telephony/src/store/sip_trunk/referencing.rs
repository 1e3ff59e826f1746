//! Queues that call by a trunk. Those of group settings name no trunk.
use kit::Result;
use serde_json::json;
use sqlx::PgConnection;

use crate::store::visible::Referencing;

/// Numbers and forward rules whose queues name the trunk: the first of them.
pub async fn find(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Vec<Referencing>> {
    let pattern = json!([{ "params": { "trunk_numbers": [{ "trunk_id": id }] } }]);
    Ok(sqlx::query_as(
        "SELECT kind, id, name FROM (
             SELECT 1 AS kind, n.id, n.number AS name FROM sip_numbers n WHERE n.project_id = $1 AND n.forward_queues @> $2
             UNION ALL
             SELECT 2, r.id, r.name FROM forward_rules r WHERE r.project_id = $1 AND r.queues @> $2) named
         ORDER BY kind, name LIMIT $3",
    )
    .bind(project_id)
    .bind(pattern)
    .bind(Referencing::MAX_FOUND)
    .fetch_all(connection)
    .await?)
}
