//! Projects, from identity: the table `projects`, by `project_id`.
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

use super::Snapshot;
use crate::Result;

/// Besides id and version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectColumn {
    Name,
    TimeZone,
    Locale,
    IsSuspended,
}

/// Stores a snapshot. False for one that is not newer than the stored one.
pub async fn project(connection: &mut PgConnection, columns: &[ProjectColumn], project: &ProjectChanged) -> Result<bool> {
    let mut row = Snapshot::new("projects", "project_id").set("project_id", project.id);
    for column in columns {
        row = match column {
            ProjectColumn::Name => row.set("name", &project.name),
            ProjectColumn::TimeZone => row.set("time_zone", &project.time_zone),
            ProjectColumn::Locale => row.set("locale", &project.locale),
            ProjectColumn::IsSuspended => row.set("suspended", project.suspended),
        };
    }
    row.store(connection, project.version).await
}

/// The name of a project's time zone; None before the first event about the project. For services that keep it.
pub async fn time_zone(connection: &mut PgConnection, project_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT time_zone FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?)
}

/// The name of a project; None before the first event about the project. For services that keep it.
pub async fn name(connection: &mut PgConnection, project_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT name FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?)
}
