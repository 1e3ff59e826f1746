//! A forest in which every group has ten below it, numbered level by level: the parent of group n is n / 10 - 1.
//! Beside it, the same tree as intervals: the best that SQL knows for subtrees that never move.
use anyhow::Result;
use sqlx::{AssertSqlSafe, PgPool};

use super::FIRST;

const LEVELS: i32 = 7;

pub async fn load(domains: &PgPool, project: i64, groups: i64) -> Result<()> {
    let mut connection = domains.acquire().await?;
    sqlx::query(
        "INSERT INTO groups (id, project_id, parent_id, name, created_by, created_by_name, created_at, updated_at) OVERRIDING SYSTEM VALUE
         SELECT $2 + n, $1, CASE WHEN n >= 10 THEN $2 + n / 10 - 1 END, 'Group ' || md5(n::text), 1, 'Bench', now(), now() FROM generate_series(0, $3 - 1) n",
    )
    .bind(project)
    .bind(FIRST)
    .bind(groups)
    .execute(&mut *connection)
    .await?;
    // Indexes are created afterwards: updating them for 6.5 million rows takes minutes.
    sqlx::raw_sql("ALTER TABLE group_closure DROP CONSTRAINT group_closure_pkey; DROP INDEX group_closure_descendant")
        .execute(&mut *connection)
        .await?;
    for depth in 0..LEVELS {
        sqlx::raw_sql(AssertSqlSafe(closure(project, groups, depth))).execute(&mut *connection).await?;
    }
    sqlx::raw_sql(
        "ALTER TABLE group_closure ADD PRIMARY KEY (ancestor_id, descendant_id); CREATE INDEX group_closure_descendant ON group_closure (descendant_id, ancestor_id)",
    )
    .execute(&mut *connection)
    .await?;
    sqlx::raw_sql(AssertSqlSafe(intervals(project))).execute(&mut *connection).await?;
    for table in ["groups", "group_closure", "bench_intervals"] {
        sqlx::raw_sql(AssertSqlSafe(format!("VACUUM ANALYZE {table}"))).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The closure's paths of one length: each group with its ancestor at that distance.
fn closure(project: i64, groups: i64, depth: i32) -> String {
    let above = (0..depth).fold("n".to_string(), |above, _| format!("({above}) / 10 - 1"));
    format!(
        "INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id)
         SELECT {FIRST} + above, {FIRST} + n, {depth}, {project} FROM generate_series(0, {groups} - 1) n, LATERAL (SELECT {above} AS above) a
         WHERE n >= {}",
        first_of_level(depth)
    )
}

/// The first group that has `depth` groups above it.
fn first_of_level(depth: i32) -> i64 {
    (0..depth).fold(0, |first, _| first * 10 + 10)
}

/// `lft` in the order of the paths, `rgt` the last place below.
fn intervals(project: i64) -> String {
    format!(
        "DROP TABLE IF EXISTS bench_intervals;
         CREATE TABLE bench_intervals AS
         WITH RECURSIVE tree (id, path) AS (
             SELECT id, ARRAY[id] FROM groups WHERE project_id = {project} AND parent_id IS NULL
             UNION ALL SELECT g.id, t.path || g.id FROM tree t JOIN groups g ON g.project_id = {project} AND g.parent_id = t.id),
         sizes AS (SELECT ancestor_id, count(*) AS size FROM group_closure GROUP BY ancestor_id)
         SELECT {project}::bigint AS project_id, id, place AS lft, place + size - 1 AS rgt
         FROM (SELECT id, row_number() OVER (ORDER BY path) AS place FROM tree) places JOIN sizes ON ancestor_id = id;
         CREATE INDEX bench_intervals_lft ON bench_intervals (project_id, lft) INCLUDE (id);
         CREATE UNIQUE INDEX bench_intervals_id ON bench_intervals (id)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_where_the_ones_above_end() {
        assert_eq!((0..4).map(first_of_level).collect::<Vec<_>>(), [0, 10, 110, 1110]);
    }

    #[test]
    fn the_first_of_a_level_has_the_first_of_the_one_above_as_its_parent() {
        for depth in 1..6 {
            assert_eq!(first_of_level(depth) / 10 - 1, first_of_level(depth - 1));
        }
    }
}
