//! Projection of projects: the time zone of their devices' clocks.
use kit::Result;
use kit::projection::{ProjectColumn, project as projection};
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

/// Stores a snapshot, unless a newer one is stored. Returns whether the time zone changed.
pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    let before = projection::time_zone(connection, project.id).await?;
    let is_newer = projection::project(connection, &[ProjectColumn::TimeZone], project).await?;
    Ok(is_newer && before.as_ref() != Some(&project.time_zone))
}

/// UTC until the project is known.
pub async fn zone_name(connection: &mut PgConnection, project_id: i64) -> Result<String> {
    Ok(projection::time_zone(connection, project_id).await?.unwrap_or_else(|| "UTC".into()))
}
