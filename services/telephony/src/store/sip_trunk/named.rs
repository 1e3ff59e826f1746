//! Who names a trunk in queues. Those of groups name none.
use kit::Result;
use serde_json::json;
use sqlx::PgConnection;

/// So many are named.
const MAX: i64 = 20;

/// Numbers and forward rules whose queues name the trunk. The first of them, which is enough to find the others.
pub async fn by(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Vec<String>> {
    let names_it = json!([{ "params": { "trunk_numbers": [{ "trunk_id": id }] } }]);
    Ok(sqlx::query_scalar(
        "SELECT name FROM (
             SELECT 1 AS kind, n.number AS name FROM sip_numbers n WHERE n.project_id = $1 AND n.forward_queues @> $2
             UNION ALL
             SELECT 2, r.name FROM forward_rules r WHERE r.project_id = $1 AND r.queues @> $2) named
         ORDER BY kind, name LIMIT $3",
    )
    .bind(project_id)
    .bind(names_it)
    .bind(MAX)
    .fetch_all(connection)
    .await?)
}
