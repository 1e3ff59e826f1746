//! Projection of projects: the zone of their devices' clocks.
use jiff::tz::TimeZone;
use kit::Result;
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

/// Takes a snapshot unless a newer one was taken. Says whether the zone is another now.
pub async fn apply(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    let before = zone_name(connection, project.id).await?;
    sqlx::query(
        "INSERT INTO projects (project_id, version, time_zone) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, time_zone = excluded.time_zone WHERE projects.version < excluded.version",
    )
    .bind(project.id)
    .bind(project.version)
    .bind(&project.time_zone)
    .execute(&mut *connection)
    .await?;
    Ok(before != zone_name(connection, project.id).await?)
}

/// UTC until the project is known, or when its zone is not.
pub async fn zone(connection: &mut PgConnection, project_id: i64) -> Result<TimeZone> {
    let name = zone_name(connection, project_id).await?;
    Ok(name.and_then(|name| TimeZone::get(&name).ok()).unwrap_or(TimeZone::UTC))
}

async fn zone_name(connection: &mut PgConnection, project_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT time_zone FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?)
}
