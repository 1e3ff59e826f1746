//! Groups of the tree, several at a time: `kit::tree` for one.
use std::collections::HashMap;

use kit::Result;
use sqlx::PgConnection;

/// Locks groups against changes until the transaction ends, as `kit::tree::lock` does, in one order for all callers.
pub async fn lock(connection: &mut PgConnection, groups: &[i64]) -> Result<()> {
    sqlx::query("SELECT FROM group_nodes WHERE id = ANY($1) ORDER BY id FOR SHARE").bind(groups).execute(connection).await?;
    Ok(())
}

/// The path of each group from the root, itself last. Those that are not known are left out.
pub async fn paths(connection: &mut PgConnection, groups: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    let paths = sqlx::query_as(
        "SELECT descendant_id, array_agg(ancestor_id ORDER BY depth DESC) FROM group_closure WHERE descendant_id = ANY($1) GROUP BY descendant_id",
    );
    let paths: Vec<(i64, Vec<i64>)> = paths.bind(groups).fetch_all(connection).await?;
    Ok(paths.into_iter().collect())
}
