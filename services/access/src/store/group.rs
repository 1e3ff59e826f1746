//! The groups of a project, as access keeps them.
use std::collections::HashMap;

use kit::Result;
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

/// Of every group that the caller sees its path, as "Site / House 1". It begins with the topmost group that they see, as their tree does.
pub async fn visible_paths(connection: &mut PgConnection, caller: &Caller) -> Result<HashMap<i64, String>> {
    let scope = caller.scope(Resource::Group, Action::View);
    let paths: Vec<(i64, String)> = sqlx::query_as(
        "SELECT c.descendant_id, string_agg(a.name, ' / ' ORDER BY c.depth DESC)
         FROM group_closure c JOIN group_nodes g ON g.id = c.descendant_id JOIN group_nodes a ON a.id = c.ancestor_id
         WHERE g.project_id = $1 AND NOT g.deleted AND ($2 OR EXISTS (
             SELECT 1 FROM group_closure v WHERE v.descendant_id = c.ancestor_id AND v.ancestor_id = ANY($3) AND (v.depth > 0 AND $4 OR v.depth = 0 AND $5)))
         GROUP BY c.descendant_id",
    )
    .bind(caller.project_id)
    .bind(scope.all)
    .bind(&scope.domain_ids)
    .bind(scope.descendants)
    .bind(scope.domain)
    .fetch_all(connection)
    .await?;
    Ok(paths.into_iter().collect())
}

/// Names by id.
pub async fn names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let names = sqlx::query_as("SELECT id, name FROM group_nodes WHERE project_id = $1 AND id = ANY($2)");
    let names: Vec<(i64, String)> = names.bind(project_id).bind(ids).fetch_all(connection).await?;
    Ok(names.into_iter().collect())
}
