//! Paths of groups in the tree: they decide who receives pushes about the devices of a group, and who is told its name.
use std::collections::{HashMap, HashSet};

use kit::{Result, related};
use policy::Caller;
use sqlx::PgConnection;

/// The paths from the root of several groups, each group itself last. A group that is not known has none.
pub async fn find_many(connection: &mut PgConnection, groups: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    let rows: Vec<(i64, Vec<i64>)> = sqlx::query_as(
        "SELECT descendant_id, array_agg(ancestor_id ORDER BY depth DESC) FROM group_closure WHERE descendant_id = ANY($1) GROUP BY descendant_id",
    )
    .bind(groups)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// The path of one group.
pub async fn find(connection: &mut PgConnection, group: i64) -> Result<Vec<i64>> {
    Ok(find_many(connection, &[group]).await?.remove(&group).unwrap_or_default())
}

/// Those that the caller sees as such, and the caller's own with what is below them.
pub async fn visible_groups(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<HashSet<i64>> {
    let statement = "SELECT DISTINCT descendant_id FROM group_closure WHERE descendant_id = ANY($1) AND ancestor_id = ANY($2)";
    let own: Vec<i64> = sqlx::query_scalar(statement).bind(ids).bind(&caller.domain_ids).fetch_all(&mut *connection).await?;
    let visible = related::visible_groups(connection, caller, ids).await?;
    Ok(own.into_iter().chain(visible).collect())
}
