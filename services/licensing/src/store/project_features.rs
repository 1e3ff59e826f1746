//! The features of projects that were published last.
use kit::Result;
use sqlx::PgConnection;

/// Version and features, locked; None for a project whose features were never published.
pub async fn find_for_update(connection: &mut PgConnection, project_id: i64) -> Result<Option<(i64, Vec<String>)>> {
    Ok(sqlx::query_as("SELECT version, features FROM project_features WHERE project_id = $1 FOR UPDATE")
        .bind(project_id)
        .fetch_optional(connection)
        .await?)
}

pub async fn upsert(connection: &mut PgConnection, project_id: i64, version: i64, features: &[String]) -> Result<()> {
    sqlx::query(
        "INSERT INTO project_features (project_id, version, features) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, features = excluded.features",
    )
    .bind(project_id)
    .bind(version)
    .bind(features)
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
