//! The projection of the time zone and format of projects.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ProjectGeneral;
use sqlx::PgConnection;

use crate::domain::local_time::LocalTime;

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, project_id: i64, version: i64, general: &ProjectGeneral) -> Result<()> {
    let row = Snapshot::new("local_times", "project_id").set("project_id", project_id);
    row.set("time_zone", &general.time_zone).set("time_format", &general.time_format).store(connection, version).await?;
    Ok(())
}

/// The default until the project's settings have arrived.
pub async fn find(connection: &mut PgConnection, project_id: i64) -> Result<LocalTime> {
    let row: Option<(String, String)> =
        sqlx::query_as("SELECT time_zone, time_format FROM local_times WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(row.map(|(time_zone, time_format)| LocalTime { time_zone, time_format }).unwrap_or_default())
}
