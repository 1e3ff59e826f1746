//! The groups of a project, as access keeps them.
use std::collections::HashMap;

use kit::Result;
use sqlx::PgConnection;

/// Of every group its path, as "Site / House 1".
pub async fn paths(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<i64, String>> {
    let paths: Vec<(i64, String)> = sqlx::query_as(
        "SELECT c.descendant_id, string_agg(a.name, ' / ' ORDER BY c.depth DESC)
         FROM group_closure c JOIN group_nodes g ON g.id = c.descendant_id JOIN group_nodes a ON a.id = c.ancestor_id
         WHERE g.project_id = $1 AND NOT g.deleted GROUP BY c.descendant_id",
    )
    .bind(project_id)
    .fetch_all(connection)
    .await?;
    Ok(paths.into_iter().collect())
}
