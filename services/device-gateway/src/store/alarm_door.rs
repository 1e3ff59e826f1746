//! When doors and locks were last closed. For the platform itself: events of devices raise and clear alarms by it.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::device_alarm::DeviceMoment;

/// A lock of a device; 0 where the device names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DoorKey {
    pub device_id: i64,
    pub lock_number: i32,
}

#[derive(sqlx::FromRow)]
struct AlarmDoorRow {
    device_id: i64,
    lock_number: i32,
    closed_number: Option<i64>,
    closed_at: Option<OffsetDateTime>,
}

/// Locks these doors until the transaction ends, in one order, and tells when each was last closed.
pub async fn lock(connection: &mut PgConnection, doors: &[(i64, DoorKey)]) -> Result<Vec<(DoorKey, Option<DeviceMoment>)>> {
    let mut doors = doors.to_vec();
    doors.sort_by_key(|(_, door)| *door);
    doors.dedup_by_key(|(_, door)| *door);
    let rows: Vec<AlarmDoorRow> = sqlx::query_as(
        "INSERT INTO alarm_doors (project_id, device_id, lock_number)
         SELECT n.project_id, n.device_id, n.lock_number
         FROM unnest($1::bigint[], $2::bigint[], $3::int[]) n (project_id, device_id, lock_number) ORDER BY n.device_id, n.lock_number
         ON CONFLICT (device_id, lock_number) DO UPDATE SET project_id = excluded.project_id
         RETURNING device_id, lock_number, closed_number, closed_at",
    )
    .bind(doors.iter().map(|(project_id, _)| *project_id).collect::<Vec<_>>())
    .bind(doors.iter().map(|(_, door)| door.device_id).collect::<Vec<_>>())
    .bind(doors.iter().map(|(_, door)| door.lock_number).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    let door = |row: AlarmDoorRow| {
        let closed = row.closed_number.zip(row.closed_at).map(|(number, at)| DeviceMoment { number, at });
        (DoorKey { device_id: row.device_id, lock_number: row.lock_number }, closed)
    };
    Ok(rows.into_iter().map(door).collect())
}

/// Of doors that are locked.
pub async fn update_closed(connection: &mut PgConnection, closings: &[(DoorKey, DeviceMoment)]) -> Result<()> {
    sqlx::query(
        "UPDATE alarm_doors d SET closed_number = n.number, closed_at = n.at
         FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::timestamptz[]) n (device_id, lock_number, number, at)
         WHERE d.device_id = n.device_id AND d.lock_number = n.lock_number",
    )
    .bind(closings.iter().map(|(door, _)| door.device_id).collect::<Vec<_>>())
    .bind(closings.iter().map(|(door, _)| door.lock_number).collect::<Vec<_>>())
    .bind(closings.iter().map(|(_, moment)| moment.number).collect::<Vec<_>>())
    .bind(closings.iter().map(|(_, moment)| moment.at).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}
