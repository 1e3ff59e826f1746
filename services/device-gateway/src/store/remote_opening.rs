//! Locks that users opened through the platform, until the device has reported each of them.
use kit::Result;
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::device::DeviceRow;
use super::event::StoredEvent;

/// Code of the event of a lock that was opened by a call to the device's API.
const OPENED_BY_API: &str = "access_granted_by_api_call";

/// The key of a guest by whose link a lock is opened.
#[derive(Clone, Debug)]
pub struct GuestKeyRef {
    pub id: i64,
    pub name: String,
}

/// Returns its id. Openings of the device that nobody can report any more are removed with it.
pub async fn insert(
    connection: &mut PgConnection,
    caller: &Caller,
    guest_key: Option<&GuestKeyRef>,
    (device, lock_number): (&DeviceRow, i32),
    now: OffsetDateTime,
) -> Result<i64> {
    sqlx::query("DELETE FROM remote_openings WHERE device_id = $1 AND opened_at < $2::timestamptz - interval '1 day'")
        .bind(device.id)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    let id = sqlx::query_scalar(
        "INSERT INTO remote_openings (project_id, device_id, lock_number, user_id, user_name, opened_at, identifier_id, identifier_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
    );
    Ok(id
        .bind(device.project_id)
        .bind(device.id)
        .bind(lock_number)
        .bind(caller.user_id)
        .bind(&caller.user_name)
        .bind(now)
        .bind(guest_key.map(|key| key.id))
        .bind(guest_key.map_or("", |key| key.name.as_str()))
        .fetch_one(connection)
        .await?)
}

/// Of an opening that the device refused.
pub async fn delete(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM remote_openings WHERE project_id = $1 AND id = $2").bind(project_id).bind(id).execute(connection).await?;
    Ok(())
}

/// Names in the stored events who opened the lock, and by which guest's key. The first event of a device belongs to its first opening that was not
/// reported, if their times fit: within two minutes by the device's clock, or one minute after the command where that clock
/// is wrong. For the platform itself.
pub async fn name_openers(connection: &mut PgConnection, events: &mut [StoredEvent]) -> Result<()> {
    let ids: Vec<i64> = events.iter().filter(|event| event.code == OPENED_BY_API && event.user_id.is_none()).map(|event| event.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let named: Vec<(i64, i64, String, Option<i64>)> = sqlx::query_as(
        "WITH reported AS (
             SELECT e.id, e.device_id, e.created_at, e.received_at, row_number() OVER (PARTITION BY e.device_id ORDER BY e.id) AS place
             FROM events e WHERE e.id = ANY($1)),
         opened AS (
             SELECT o.id, o.device_id, o.user_id, o.user_name, o.opened_at, row_number() OVER (PARTITION BY o.device_id ORDER BY o.id) AS place
             FROM remote_openings o
             WHERE o.event_id IS NULL AND EXISTS (
                 SELECT 1 FROM reported r WHERE r.device_id = o.device_id
                     AND (o.opened_at BETWEEN r.created_at - interval '2 minutes' AND r.created_at + interval '2 minutes'
                         OR o.opened_at BETWEEN r.received_at - interval '1 minute' AND r.received_at))),
         matched AS (
             UPDATE remote_openings o SET event_id = r.id FROM opened p JOIN reported r ON r.device_id = p.device_id AND r.place = p.place
             WHERE o.id = p.id RETURNING r.id, o.user_id, o.user_name, o.identifier_id, o.identifier_name)
         UPDATE events e SET user_id = m.user_id, user_name = m.user_name, identifier_id = coalesce(e.identifier_id, m.identifier_id),
             identifier_name = coalesce(e.identifier_name, nullif(m.identifier_name, ''))
         FROM matched m WHERE e.id = m.id
         RETURNING e.id, m.user_id, m.user_name, e.identifier_id",
    )
    .bind(&ids)
    .fetch_all(connection)
    .await?;
    for (id, user_id, user_name, identifier_id) in named {
        if let Some(event) = events.iter_mut().find(|event| event.id == id) {
            (event.user_id, event.user_name, event.identifier_id) = (Some(user_id), Some(user_name), identifier_id);
        }
    }
    Ok(())
}
