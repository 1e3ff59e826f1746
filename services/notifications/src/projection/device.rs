//! The projection of devices.
use kit::Result;
use kit::projection::{DeletedDevice, DeviceColumn, DeviceProjection};
use policy::Scope;
use sqlx::PgConnection;

pub const DEVICES: DeviceProjection = DeviceProjection {
    devices: "devices",
    group: "group_id",
    columns: &[DeviceColumn::Name, DeviceColumn::Type, DeviceColumn::Locks],
    deleted: DeletedDevice::Marked,
};

/// Those of the devices whose group the scope does not cover.
pub async fn outside_of_scope(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<i64>> {
    if scope.all || ids.is_empty() {
        return Ok(Vec::new());
    }
    let devices: Vec<(i64, i64)> = sqlx::query_as("SELECT id, group_id FROM devices WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(ids)
        .fetch_all(&mut *connection)
        .await?;
    let mut outside = Vec::new();
    for (id, group) in devices {
        if !kit::tree::covers(connection, scope, group).await? {
            outside.push(id);
        }
    }
    Ok(outside)
}
