//! What the other services were told of a project's features.
use kit::Result;
use sqlx::PgConnection;

/// The version told last and its features, locked; None for a project that nothing was said of.
pub async fn lock(connection: &mut PgConnection, project_id: i64) -> Result<Option<(i64, Vec<String>)>> {
    Ok(sqlx::query_as("SELECT version, features FROM project_features WHERE project_id = $1 FOR UPDATE")
        .bind(project_id)
        .fetch_optional(connection)
        .await?)
}

pub async fn set(connection: &mut PgConnection, project_id: i64, version: i64, features: &[String]) -> Result<()> {
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

/// Projects after `after`, in the order of their ids.
pub async fn projects(connection: &mut PgConnection, after: i64, limit: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT project_id FROM project_features WHERE project_id > $1 ORDER BY project_id LIMIT $2")
        .bind(after)
        .bind(limit)
        .fetch_all(connection)
        .await?)
}
