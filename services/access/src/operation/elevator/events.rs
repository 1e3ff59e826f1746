//! What events of other services do to elevators.
use kit::Result;
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged};
use sqlx::PgConnection;

use crate::projection::elevator as projection;
use crate::publish;

/// Keeps the group's address, and takes elevators out of a group that is deleted.
pub async fn follow_group(connection: &mut PgConnection, group: &GroupChanged) -> Result<()> {
    projection::set_group_address(connection, group).await?;
    if group.deleted {
        for moved in projection::leave_deleted_group(connection, group.project_id, group.id).await? {
            publish::elevator_changed(connection, group.project_id, &moved, moved.version, false).await?;
        }
    }
    Ok(())
}

/// A deleted controller is taken out of its elevator.
pub async fn lose_controller(connection: &mut PgConnection, device: &DeviceChanged) -> Result<()> {
    if let Some(elevator) = projection::lose_controller(connection, device.id).await? {
        publish::elevator_changed(connection, device.project_id, &elevator, elevator.version, false).await?;
    }
    Ok(())
}
