//! Projects with their time zones, from identity.
use kit::Result;
use kit::projection::{ProjectColumn, project as projection};
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

/// False for a snapshot that is not newer than what is here.
pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    projection::project(connection, &[ProjectColumn::TimeZone], project).await
}

/// As `time_zone`, and locks the zone until the transaction ends: no schedule is written by a zone that is just changing.
pub async fn time_zone_for_share(connection: &mut PgConnection, project_id: i64) -> Result<String> {
    sqlx::query("SELECT 1 FROM projects WHERE project_id = $1 FOR SHARE").bind(project_id).execute(&mut *connection).await?;
    time_zone(connection, project_id).await
}

/// The project's zone; UTC while the project is not known here.
pub async fn time_zone(connection: &mut PgConnection, project_id: i64) -> Result<String> {
    Ok(projection::time_zone(connection, project_id).await?.unwrap_or_else(|| "UTC".into()))
}
