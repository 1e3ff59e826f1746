//! Projection of users: whether they may have alarms.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;

/// Stores a snapshot, unless a newer one is stored. Returns whether the user is suspended or deleted by it.
pub async fn project(connection: &mut PgConnection, user: &UserChanged) -> Result<bool> {
    let is_active = user.is_active && !user.deleted;
    let row = Snapshot::new("users", "id").set("id", user.id).set("project_id", user.project_id).set("is_active", is_active);
    Ok(row.store(connection, user.version).await? && !is_active)
}
