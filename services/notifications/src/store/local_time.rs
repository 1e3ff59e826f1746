//! The projection of how projects write times.
use kit::Result;
use proto::vestibule::events::v1::ProjectGeneral;
use sqlx::PgConnection;

use crate::domain::local_time::LocalTime;

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, project_id: i64, version: i64, general: &ProjectGeneral) -> Result<()> {
    sqlx::query(
        "INSERT INTO local_times (project_id, version, time_zone, time_format) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, time_zone = excluded.time_zone, time_format = excluded.time_format
         WHERE local_times.version < excluded.version",
    )
    .bind(project_id)
    .bind(version)
    .bind(&general.time_zone)
    .bind(&general.time_format)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn of(connection: &mut PgConnection, project_id: i64) -> Result<LocalTime> {
    let found = sqlx::query_as("SELECT time_zone, time_format FROM local_times WHERE project_id = $1");
    Ok(found.bind(project_id).fetch_optional(connection).await?.unwrap_or_default())
}
