//! What other services have published, as licensing keeps it. A snapshot that is not newer than the one here is ignored.
use kit::projection::{DeletedDevice, DeletedUser, DeviceColumn, DeviceProjection, Snapshot, UserColumn, UserProjection};
use kit::{Result, clock};
use proto::vestibule::events::v1::{LicenseUsageCounted, ProjectChanged};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::counts::Kind;

pub const USERS: UserProjection =
    UserProjection { users: "people", groups: "person_groups", columns: &[UserColumn::Name, UserColumn::IsActive], deleted: DeletedUser::Marked };

pub const DEVICES: DeviceProjection =
    DeviceProjection { devices: "devices", group: "domain_id", columns: &[DeviceColumn::Type], deleted: DeletedDevice::Marked };

/// False for a snapshot that is not newer than what is here.
pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    Snapshot::new("projects", "project_id")
        .set("project_id", project.id)
        .set("name", &project.name)
        .set("time_zone", &project.time_zone)
        .set("uid", project.uid.parse::<Uuid>().ok())
        .store(connection, project.version)
        .await
}

/// What a deleted group had may be given to others.
pub async fn remove_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM group_licenses WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}

pub async fn remove_user(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM user_licenses WHERE project_id = $1 AND user_id = $2").bind(project_id).bind(user_id).execute(connection).await?;
    Ok(())
}

/// Numbers of the groups that the event names. An older count changes nothing.
pub async fn usage(connection: &mut PgConnection, counted: &LicenseUsageCounted) -> Result<()> {
    let (Some(kind), Some(at)) = (Kind::from_word(&counted.kind), counted.at.as_ref().and_then(clock::from_proto)) else { return Ok(()) };
    let groups: Vec<i64> = counted.groups.iter().map(|group| group.group_id).collect();
    let used: Vec<i64> = counted.groups.iter().map(|group| group.used.max(0)).collect();
    sqlx::query(
        "INSERT INTO license_usage (project_id, kind, group_id, used, counted_at)
         SELECT $1, $2, c.group_id, c.used, $5 FROM unnest($3::bigint[], $4::bigint[]) c (group_id, used)
         ON CONFLICT (project_id, kind, group_id) DO UPDATE SET used = excluded.used, counted_at = excluded.counted_at
         WHERE license_usage.counted_at <= excluded.counted_at",
    )
    .bind(counted.project_id)
    .bind(kind.number())
    .bind(&groups)
    .bind(&used)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}
