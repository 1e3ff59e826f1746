//! What of projects was published last.
use kit::Result;
use sqlx::PgConnection;

/// Version and digest, locked; None for a project of which nothing was published.
pub async fn find_for_update(connection: &mut PgConnection, project_id: i64) -> Result<Option<(i64, Option<Vec<u8>>)>> {
    Ok(sqlx::query_as("SELECT version, digest FROM project_features WHERE project_id = $1 FOR UPDATE")
        .bind(project_id)
        .fetch_optional(connection)
        .await?)
}

pub async fn upsert(connection: &mut PgConnection, project_id: i64, version: i64, features: &[String], digest: &[u8]) -> Result<()> {
    sqlx::query(
        "INSERT INTO project_features (project_id, version, features, digest) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, features = excluded.features, digest = excluded.digest",
    )
    .bind(project_id)
    .bind(version)
    .bind(features)
    .bind(digest)
    .execute(connection)
    .await?;
    Ok(())
}

/// Ids of projects above `after`, sorted.
pub async fn list_projects(connection: &mut PgConnection, after: i64, limit: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT project_id FROM project_features WHERE project_id > $1 ORDER BY project_id LIMIT $2")
        .bind(after)
        .bind(limit)
        .fetch_all(connection)
        .await?)
}
