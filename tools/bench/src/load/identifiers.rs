//! Cards of many people.
use anyhow::Result;
use sqlx::PgPool;

use super::FIRST;

/// Cards of one person, on average.
const CARDS_OF_ONE: i64 = 20;

/// Makes people, and cards that belong to them in no order.
pub async fn load(access: &PgPool, project: i64, identifiers: i64) -> Result<()> {
    let people = (identifiers / CARDS_OF_ONE).max(1);
    sqlx::query(
        "INSERT INTO people (id, project_id, name, is_active, deleted, version) SELECT $2 + n, $1, 'Person ' || n, true, false, 1 FROM generate_series(0, $3 - 1) n",
    )
    .bind(project)
    .bind(FIRST)
    .bind(people)
    .execute(access)
    .await?;
    sqlx::query(
        "INSERT INTO identifiers (id, project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id, created_by, created_by_name,
             created_at, updated_at)
         OVERRIDING SYSTEM VALUE
         SELECT $2 + n, $1, gen_random_uuid(), 'Card ' || md5(n::text), 1, lpad((50000000 + n)::text, 10, '0'), lpad((50000000 + n)::text, 10, '0'),
             upper(substr(h, 1, 2) || '-' || substr(h, 3, 2) || '-' || substr(h, 5, 2) || '-' || substr(h, 7, 2)), true, 1, $2 + n * 7919 % $3,
             (SELECT min(id) FROM group_nodes WHERE project_id = $1), 1, 'Bench', at, at
         FROM generate_series(0, $4 - 1) n, lpad(to_hex(50000000 + n), 8, '0') h, LATERAL (SELECT now() - n * interval '1 second' AS at) times",
    )
    .bind(project)
    .bind(FIRST)
    .bind(people)
    .bind(identifiers)
    .execute(access)
    .await?;
    sqlx::raw_sql("VACUUM ANALYZE identifiers").execute(access).await?;
    sqlx::raw_sql("VACUUM ANALYZE people").execute(access).await?;
    sqlx::raw_sql("DROP TABLE IF EXISTS bench_outbox").execute(access).await?;
    sqlx::raw_sql("CREATE TABLE bench_outbox (LIKE outbox INCLUDING ALL)").execute(access).await?;
    sqlx::raw_sql("CHECKPOINT").execute(access).await.ok();
    Ok(())
}
