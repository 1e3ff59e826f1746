//! Projects with their time zones, and whether they are suspended, from identity.
use kit::Result;
use kit::projection::{ProjectColumn, project as projection};
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

/// False for a snapshot that is not newer than what is here.
pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    projection::project(connection, &[ProjectColumn::TimeZone, ProjectColumn::IsSuspended], project).await
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

/// Gives the schedules without a zone of their own the project's new zone: the same days and hours there. The caller sees
/// to the lists of the devices.
pub async fn set_schedule_zone(connection: &mut PgConnection, project_id: i64, zone: &str) -> Result<()> {
    if !kit::zone::is_known(zone) {
        return Ok(());
    }
    sqlx::query(
        "UPDATE time_rules SET schedule = jsonb_set(schedule, '{time_zone}', to_jsonb($2::text)), version = version + 1
         WHERE project_id = $1 AND NOT has_own_zone AND schedule ->> 'time_zone' <> $2",
    )
    .bind(project_id)
    .bind(zone)
    .execute(connection)
    .await?;
    Ok(())
}
