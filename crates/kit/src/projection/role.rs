//! Roles with their permissions, from identity: the table `roles`.
use proto::vestibule::events::v1::RoleChanged;
use sqlx::PgConnection;

use super::Snapshot;
use crate::Result;

/// Stores a snapshot. The row of a deleted role stays without permissions, so that an old snapshot does not bring them back.
/// False for a snapshot that is not newer than the stored one.
pub async fn project(connection: &mut PgConnection, role: &RoleChanged) -> Result<bool> {
    let permissions: &[String] = if role.deleted { &[] } else { &role.permissions };
    let row = Snapshot::new("roles", "id").set("id", role.id).set("project_id", role.project_id).set("permissions", permissions);
    row.store(connection, role.version).await
}
