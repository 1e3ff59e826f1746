//! What guests' keys may have at most, from the settings of groups.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::GroupSettingsChanged;
use sqlx::PgConnection;

use crate::domain::guest_key::GuestLimits;

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, changed: &GroupSettingsChanged) -> Result<()> {
    let limits = changed.guest_limits.unwrap_or_default();
    let row = Snapshot::new("group_guest_limits", "group_id")
        .set("group_id", changed.id)
        .set("project_id", changed.project_id)
        .set("max_passes_count", limits.max_passes_count)
        .set("max_period_days", limits.max_period_days);
    row.store(connection, changed.version).await?;
    Ok(())
}

/// The least limits on the way from a group to its root.
pub async fn of_path(connection: &mut PgConnection, project_id: i64, group: Option<i64>) -> Result<GuestLimits> {
    let (max_passes_count, max_period_days) = sqlx::query_as(
        "SELECT min(l.max_passes_count), min(l.max_period_days) FROM group_guest_limits l
         JOIN group_closure c ON c.ancestor_id = l.group_id WHERE l.project_id = $1 AND c.descendant_id = $2",
    )
    .bind(project_id)
    .bind(group)
    .fetch_one(connection)
    .await?;
    Ok(GuestLimits { max_passes_count, max_period_days })
}

pub async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<()> {
    sqlx::query("DELETE FROM group_guest_limits WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group).execute(connection).await?;
    Ok(())
}
