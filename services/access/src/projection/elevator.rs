//! What elevators need of groups and devices: addresses of groups, maps of lift controllers; and what becomes of elevators
//! whose group or controller is deleted.
use kit::{Result, tree};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, LiftFloor};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::domain::elevator::MappedFloor;
use crate::store::elevator::PublishedElevator;

/// Kinds of groups whose addresses say where somebody lives.
const ADDRESSED: [&str; 2] = ["unit", "apartment"];

/// Of a snapshot that is newer than what was here.
pub async fn set_group_address(connection: &mut PgConnection, group: &GroupChanged) -> Result<()> {
    if group.deleted || !ADDRESSED.contains(&group.kind.as_str()) {
        sqlx::query("DELETE FROM group_addresses WHERE group_id = $1").bind(group.id).execute(connection).await?;
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO group_addresses (group_id, project_id, kind, address) VALUES ($1, $2, $3, $4)
         ON CONFLICT (group_id) DO UPDATE SET kind = excluded.kind, address = excluded.address",
    )
    .bind(group.id)
    .bind(group.project_id)
    .bind(&group.kind)
    .bind(&group.logic_address)
    .execute(connection)
    .await?;
    Ok(())
}

/// Of a snapshot that is newer than what was here.
pub async fn set_lift_controller(connection: &mut PgConnection, device: &DeviceChanged) -> Result<()> {
    let Some(lift) = device.lift.as_ref().filter(|_| !device.deleted) else {
        sqlx::query("DELETE FROM lift_controllers WHERE device_id = $1").bind(device.id).execute(connection).await?;
        return Ok(());
    };
    sqlx::query(
        "INSERT INTO lift_controllers (device_id, project_id, is_enabled, device_mode, floors) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (device_id) DO UPDATE SET is_enabled = excluded.is_enabled, device_mode = excluded.device_mode, floors = excluded.floors",
    )
    .bind(device.id)
    .bind(device.project_id)
    .bind(lift.is_enabled)
    .bind(&lift.device_mode)
    .bind(Json(lift.floors.iter().map(mapped).collect::<Vec<_>>()))
    .execute(connection)
    .await?;
    Ok(())
}

fn mapped(floor: &LiftFloor) -> MappedFloor {
    MappedFloor {
        floor: floor.floor,
        name: floor.name.clone(),
        is_public: floor.is_public,
        is_panel_floor: floor.is_panel_floor,
        apartments: floor.apartments.clone(),
        ports: floor.ports.clone(),
    }
}

const PUBLISHED: &str = "e.id, e.version, e.name, e.domain_id,
    ARRAY(SELECT x.device_id FROM elevator_devices x WHERE x.elevator_id = e.id ORDER BY x.place) AS device_ids";

/// Takes a deleted controller out of its elevator, which it returns: that one may be without a controller now.
pub async fn lose_controller(connection: &mut PgConnection, device: i64) -> Result<Option<PublishedElevator>> {
    let elevator: Option<i64> = sqlx::query_scalar("DELETE FROM elevator_devices WHERE device_id = $1 RETURNING elevator_id")
        .bind(device)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(elevator) = elevator else { return Ok(None) };
    let statement = format!("UPDATE elevators e SET version = version + 1 WHERE e.id = $1 RETURNING {PUBLISHED}");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement)).bind(elevator).fetch_optional(connection).await?)
}

/// Elevators of a deleted group go to the nearest group above it that exists, as devices do; without one they stay.
pub async fn leave_deleted_group(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Vec<PublishedElevator>> {
    let is_used: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM elevators WHERE project_id = $1 AND domain_id = $2)")
        .bind(project_id)
        .bind(group)
        .fetch_one(&mut *connection)
        .await?;
    let Some(target) = (if is_used { tree::nearest_existing(connection, group).await? } else { None }) else { return Ok(Vec::new()) };
    let statement =
        format!("UPDATE elevators e SET domain_id = $3, version = version + 1 WHERE e.project_id = $1 AND e.domain_id = $2 RETURNING {PUBLISHED}");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement)).bind(project_id).bind(group).bind(target).fetch_all(connection).await?)
}
