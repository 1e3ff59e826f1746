//! Intervals, from the closure: each distinct parent on the way up is numbered once, however many groups ask.
use std::collections::HashMap;

use kit::Result;
use sqlx::PgConnection;

use crate::domain::interval::{Place, interval};

/// Left and right number of each group in the tree of the project.
pub async fn intervals(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, (i64, i64)>> {
    let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
        "WITH way AS (
             SELECT c.descendant_id AS id, a.id AS node, a.parent_key AS parent
             FROM group_closure c JOIN groups a ON a.id = c.ancestor_id
             WHERE c.descendant_id = ANY($2) AND a.project_id = $1
         ), sibling AS (
             SELECT s.id, size.total,
                 sum(size.total) OVER (PARTITION BY s.parent_key ORDER BY s.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
             FROM groups s CROSS JOIN LATERAL (SELECT count(*) AS total FROM group_closure b WHERE b.ancestor_id = s.id) size
             WHERE s.project_id = $1 AND s.parent_key IN (SELECT parent FROM way)
         )
         SELECT way.id, count(*) - 1, sum(coalesce(sibling.before, 0))::bigint, max(sibling.total) FILTER (WHERE way.node = way.id) - 1
         FROM way JOIN sibling ON sibling.id = way.node GROUP BY way.id",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(id, depth, before, below)| (id, interval(Place { depth, before, below }))).collect())
}
