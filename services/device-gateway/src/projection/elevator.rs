//! Elevators, from access.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ElevatorChanged;
use sqlx::PgConnection;

/// Stores a snapshot, unless a newer one is stored. A deleted elevator is kept: the log names it.
pub async fn project(connection: &mut PgConnection, elevator: &ElevatorChanged) -> Result<()> {
    let row = Snapshot::new("elevators", "id")
        .set("id", elevator.id)
        .set("project_id", elevator.project_id)
        .set("name", &elevator.name)
        .set("domain_id", elevator.domain_id)
        .set("deleted", elevator.deleted);
    if !row.store(connection, elevator.version).await? {
        return Ok(());
    }
    sqlx::query("DELETE FROM elevator_controllers WHERE elevator_id = $1 AND device_id <> ALL($2)")
        .bind(elevator.id)
        .bind(&elevator.device_ids)
        .execute(&mut *connection)
        .await?;
    // The event of the new elevator of a controller that has moved may arrive first.
    sqlx::query(
        "INSERT INTO elevator_controllers (device_id, elevator_id, project_id) SELECT d, $1, $2 FROM unnest($3::bigint[]) d
         ON CONFLICT (device_id) DO UPDATE SET elevator_id = excluded.elevator_id",
    )
    .bind(elevator.id)
    .bind(elevator.project_id)
    .bind(&elevator.device_ids)
    .execute(connection)
    .await?;
    Ok(())
}
