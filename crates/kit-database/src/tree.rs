//! The projection of the group tree, kept from `domains.group.changed` by every service that scopes by it.
use proto::vestibule::events::v1::GroupChanged;
use sqlx::PgConnection;

use kit_core::Result;

/// The topic of its events.
pub const TOPIC: &str = "domains.group.changed";

/// Stores a snapshot of a group, unless a newer one is stored.
pub async fn apply(connection: &mut PgConnection, group: &GroupChanged) -> Result<bool> {
    let parent = (group.parent_id != 0).then_some(group.parent_id);
    let before: Option<(Option<i64>, bool)> =
        sqlx::query_as("SELECT parent_id, deleted FROM group_nodes WHERE id = $1").bind(group.id).fetch_optional(&mut *connection).await?;
    let taken = sqlx::query(
        "INSERT INTO group_nodes (id, project_id, parent_id, name, version, deleted) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, name = excluded.name, version = excluded.version, deleted = excluded.deleted
         WHERE group_nodes.version < excluded.version",
    )
    .bind(group.id)
    .bind(group.project_id)
    .bind(parent)
    .bind(&group.name)
    .bind(group.version)
    .bind(group.deleted)
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    if group.deleted {
        sqlx::query("DELETE FROM group_closure WHERE descendant_id = $1 OR ancestor_id = $1").bind(group.id).execute(&mut *connection).await?;
    } else if before != Some((parent, false)) {
        link(connection, group.project_id, group.id, parent).await?;
        if before.is_none() {
            link_children(connection, group).await?;
        }
    }
    Ok(true)
}

/// Stores groups that are all new, parents before children, in two statements: the same as `apply` for each of them, for
/// the service that creates them. Their topmost parents must be stored already.
pub async fn add(connection: &mut PgConnection, groups: &[GroupChanged]) -> Result<()> {
    let Some(first) = groups.first() else { return Ok(()) };
    let ids: Vec<i64> = groups.iter().map(|group| group.id).collect();
    let parents: Vec<Option<i64>> = groups.iter().map(|group| (group.parent_id != 0).then_some(group.parent_id)).collect();
    sqlx::query(
        "INSERT INTO group_nodes (id, project_id, parent_id, name, version)
         SELECT n.id, $1, n.parent, n.name, n.version FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[]) n (id, parent, name, version)",
    )
    .bind(first.project_id)
    .bind(&ids)
    .bind(&parents)
    .bind(groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.version).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    // Up from each through the new ones, then on through what lies above the topmost.
    sqlx::query(
        "WITH RECURSIVE new AS MATERIALIZED (SELECT n.id, n.parent FROM unnest($2::bigint[], $3::bigint[]) n (id, parent)),
         up AS (
             SELECT id AS descendant, id AS ancestor, 0 AS depth FROM new
             UNION ALL
             SELECT up.descendant, new.parent, up.depth + 1 FROM up JOIN new ON new.id = up.ancestor WHERE new.parent IS NOT NULL
         )
         INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id)
         SELECT ancestor, descendant, depth, $1 FROM up
         UNION ALL
         SELECT c.ancestor_id, up.descendant, up.depth + c.depth, $1 FROM up JOIN group_closure c ON c.descendant_id = up.ancestor AND c.depth > 0",
    )
    .bind(first.project_id)
    .bind(&ids)
    .bind(&parents)
    .execute(connection)
    .await?;
    Ok(())
}

/// Groups below it whose events came first, as after an event that had to be sent again.
async fn link_children(connection: &mut PgConnection, group: &GroupChanged) -> Result<()> {
    let children: Vec<i64> = sqlx::query_scalar("SELECT id FROM group_nodes WHERE project_id = $1 AND parent_id = $2 AND NOT deleted")
        .bind(group.project_id)
        .bind(group.id)
        .fetch_all(&mut *connection)
        .await?;
    for child in children {
        link(connection, group.project_id, child, Some(group.id)).await?;
    }
    Ok(())
}

/// Puts a group, with everything below it, under `parent`: removes the paths that led to it from above, adds the new ones.
pub async fn link(connection: &mut PgConnection, project_id: i64, id: i64, parent: Option<i64>) -> Result<()> {
    sqlx::query("INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id) VALUES ($1, $1, 0, $2) ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(project_id)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        // By both ids at once: joined, Postgres reads everything below every group above, which may be the whole tree.
        "DELETE FROM group_closure c
         WHERE c.descendant_id = ANY(ARRAY(SELECT below.descendant_id FROM group_closure below WHERE below.ancestor_id = $1))
           AND c.ancestor_id = ANY(ARRAY(SELECT above.ancestor_id FROM group_closure above WHERE above.descendant_id = $1 AND above.depth > 0))",
    )
    .bind(id)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id)
         SELECT above.ancestor_id, below.descendant_id, above.depth + below.depth + 1, $3
         FROM group_closure above, group_closure below WHERE above.descendant_id = $2 AND below.ancestor_id = $1
         ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(parent)
    .bind(project_id)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// The path of a group from the root, itself last; empty when it is not known.
pub async fn path(connection: &mut PgConnection, group: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT ancestor_id FROM group_closure WHERE descendant_id = $1 ORDER BY depth DESC")
        .bind(group)
        .fetch_all(connection)
        .await?)
}

/// Locks a group against changes until the transaction ends, so that its deletion is applied only after it and finds what the transaction
/// puts into the group. Others may lock it in the same way meanwhile.
pub async fn lock(connection: &mut PgConnection, group: i64) -> Result<()> {
    sqlx::query("SELECT FROM group_nodes WHERE id = $1 FOR SHARE").bind(group).execute(connection).await?;
    Ok(())
}

/// The nearest ancestor of a deleted group that exists.
pub async fn nearest_existing(connection: &mut PgConnection, group: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar(
        "WITH RECURSIVE ancestors (id, parent_id, deleted, depth) AS (
             SELECT id, parent_id, deleted, 0 FROM group_nodes WHERE id = $1
             UNION ALL
             SELECT n.id, n.parent_id, n.deleted, a.depth + 1 FROM ancestors a JOIN group_nodes n ON n.id = a.parent_id WHERE a.depth < 100
         )
         SELECT id FROM ancestors WHERE NOT deleted ORDER BY depth LIMIT 1",
    )
    .bind(group)
    .fetch_optional(connection)
    .await?)
}

/// Whether a group exists in the caller's reach.
pub async fn covers(connection: &mut PgConnection, scope: &policy::Scope, group: i64) -> Result<bool> {
    let path = path(connection, group).await?;
    Ok(!path.is_empty() && scope.covers_group(&path))
}
