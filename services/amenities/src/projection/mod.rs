//! What other services have published, as amenities keeps it. A snapshot that is not newer than the one here is ignored.
use kit::Result;
use kit::projection::{DeletedUser, ProjectColumn, UserColumn, UserProjection, project as projects};
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

pub const USERS: UserProjection =
    UserProjection { users: "people", groups: "person_groups", columns: &[UserColumn::Name, UserColumn::IsActive], deleted: DeletedUser::Marked };

/// False for a snapshot that is not newer than what is here.
pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    projects::project(connection, &[ProjectColumn::TimeZone], project).await
}

/// Takes a deleted group out of amenities.
pub async fn remove_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM amenity_groups WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}
