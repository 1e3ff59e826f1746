//! Imports of structures that are under way.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long an import may say nothing before it counts as left. A step takes less.
const LEASE: Duration = Duration::minutes(3);

/// An import that nobody works on any more.
#[derive(Debug, sqlx::FromRow)]
pub struct Left {
    pub import_id: Uuid,
    pub project_id: i64,
    /// Its groups are there: what remains is to finish it.
    pub is_made: bool,
}

pub async fn begin(connection: &mut PgConnection, project_id: i64, user_id: i64, import_id: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO structure_imports (import_id, project_id, user_id, lease_until, started_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(import_id)
        .bind(project_id)
        .bind(user_id)
        .bind(now + LEASE)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Goes on. An error when it was taken for left.
pub async fn renew(connection: &mut PgConnection, project_id: i64, import_id: Uuid, is_made: bool, now: OffsetDateTime) -> Result<()> {
    let done = sqlx::query(
        "UPDATE structure_imports SET lease_until = $3, is_made = $4 WHERE project_id = $1 AND import_id = $2 AND lease_until >= $5 AND NOT is_made",
    )
    .bind(project_id)
    .bind(import_id)
    .bind(now + LEASE)
    .bind(is_made)
    .bind(now)
    .execute(connection)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(Error::Unavailable(anyhow::anyhow!("the import was given up"))) }
}

pub async fn end(connection: &mut PgConnection, project_id: i64, import_id: Uuid) -> Result<()> {
    sqlx::query("DELETE FROM structure_imports WHERE project_id = $1 AND import_id = $2")
        .bind(project_id)
        .bind(import_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Those that were left, in every project. Whoever asks has them for as long as a lease lasts.
pub async fn left(connection: &mut PgConnection, now: OffsetDateTime) -> Result<Vec<Left>> {
    Ok(sqlx::query_as("UPDATE structure_imports SET lease_until = $2 WHERE lease_until < $1 RETURNING import_id, project_id, is_made")
        .bind(now)
        .bind(now + LEASE)
        .fetch_all(connection)
        .await?)
}
