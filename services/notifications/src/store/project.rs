//! The projection of projects.
use kit::Result;
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, project: &ProjectChanged) -> Result<()> {
    sqlx::query(
        "INSERT INTO projects (project_id, version, name) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, name = excluded.name WHERE projects.version < excluded.version",
    )
    .bind(project.id)
    .bind(project.version)
    .bind(&project.name)
    .execute(connection)
    .await?;
    Ok(())
}

/// None for a project that was not heard of.
pub async fn name(connection: &mut PgConnection, project_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT name FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?)
}
