//! Images of events: the snapshots, the events that they belong to, and how long a project stores them.
use std::collections::HashMap;

use kit::Result;
use policy::{Authorized, action, resource};
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::device_alarm::ALARMS;
use super::event::EVENTS;
use crate::domain::device::{Device, Protocol};
use crate::domain::event_image::{DEFAULT_EVENT_DAYS, DEFAULT_IMAGE_DAYS, INTERVAL, ImagePath};

/// A device that may be asked for a snapshot.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CameraRow {
    pub id: i64,
    pub project_id: i64,
    #[sqlx(rename = "type")]
    pub kind: i16,
    pub model: String,
    pub domain_id: i64,
    pub serial_number: String,
    pub protocol: i16,
    pub ip_address: Option<String>,
    pub port: i32,
    pub login: Option<String>,
    /// Of the device's own page, sealed.
    pub password: Option<Vec<u8>>,
    pub broker_id: Option<i64>,
}

impl CameraRow {
    /// What says where the device is called.
    pub fn device(&self) -> Device {
        Device {
            kind: self.kind,
            model: self.model.clone(),
            serial_number: self.serial_number.clone(),
            protocol: Protocol::from_number(self.protocol),
            ip_address: self.ip_address.clone(),
            port: self.port,
            login: self.login.clone(),
            ..Device::default()
        }
    }
}

/// For the platform itself, like everything here that takes no proof.
pub async fn find_camera(connection: &mut PgConnection, device_id: i64) -> Result<Option<CameraRow>> {
    let statement = "SELECT id, project_id, type, model, domain_id, serial_number, protocol, ip_address, port, login, password, broker_id
         FROM devices WHERE id = $1 AND NOT deleted";
    Ok(sqlx::query_as(statement).bind(device_id).fetch_optional(connection).await?)
}

/// The snapshot of some events.
#[derive(Clone, Debug)]
pub struct SnapshotTurn {
    pub snapshot_id: i64,
    /// Where the new snapshot goes; None for one that another event has asked for.
    pub path: Option<ImagePath>,
}

/// Takes the device's turn, unless it was taken less than two seconds ago: then these events share that snapshot. None where that one
/// failed.
pub async fn take_turn(connection: &mut PgConnection, project_id: i64, device_id: i64, now: OffsetDateTime) -> Result<Option<SnapshotTurn>> {
    let has_turn: Option<i64> = sqlx::query_scalar(
        "INSERT INTO snapshot_turns (device_id, project_id, taken_at) VALUES ($1, $2, $3)
         ON CONFLICT (device_id) DO UPDATE SET taken_at = excluded.taken_at WHERE snapshot_turns.taken_at <= $4 RETURNING device_id",
    )
    .bind(device_id)
    .bind(project_id)
    .bind(now)
    .bind(now - INTERVAL)
    .fetch_optional(&mut *connection)
    .await?;
    if has_turn.is_none() {
        let shared: Option<Option<i64>> =
            sqlx::query_scalar("SELECT snapshot_id FROM snapshot_turns WHERE device_id = $1").bind(device_id).fetch_optional(connection).await?;
        return Ok(shared.flatten().map(|snapshot_id| SnapshotTurn { snapshot_id, path: None }));
    }
    let path = ImagePath::new(now);
    let snapshot_id = sqlx::query_scalar(
        "WITH snapshot AS (INSERT INTO event_snapshots (project_id, device_id, path, taken_at) VALUES ($1, $2, $3, $4) RETURNING id)
         UPDATE snapshot_turns SET snapshot_id = snapshot.id FROM snapshot WHERE device_id = $2 RETURNING snapshot.id",
    )
    .bind(project_id)
    .bind(device_id)
    .bind(path.as_str())
    .bind(now)
    .fetch_one(connection)
    .await?;
    Ok(Some(SnapshotTurn { snapshot_id, path: Some(path) }))
}

/// The events get the snapshot, and their alarms if it is complete already, which is returned; whoever completes it waits until the
/// transaction ends.
pub async fn insert_images(connection: &mut PgConnection, project_id: i64, snapshot_id: i64, event_ids: &[i64], max_locks: u8) -> Result<bool> {
    sqlx::query(
        "INSERT INTO event_images (event_id, project_id, snapshot_id)
         SELECT e.id, $1, $2 FROM events e WHERE e.id = ANY($3) AND e.project_id = $1 ON CONFLICT DO NOTHING",
    )
    .bind(project_id)
    .bind(snapshot_id)
    .bind(event_ids)
    .execute(&mut *connection)
    .await?;
    let statement = "SELECT size IS NOT NULL FROM event_snapshots WHERE id = $1 FOR SHARE";
    let is_complete: bool = sqlx::query_scalar(statement).bind(snapshot_id).fetch_optional(&mut *connection).await?.unwrap_or_default();
    if is_complete {
        set_of_alarms(connection, snapshot_id, max_locks).await?;
    }
    Ok(is_complete)
}

/// The alarms that the events of a complete snapshot have raised get it. Before, they keep the one that they have: the device may give none.
/// `max_locks`: an alarm has no lock where its event names one that the device does not have.
async fn set_of_alarms(connection: &mut PgConnection, snapshot_id: i64, max_locks: u8) -> Result<()> {
    sqlx::query(
        "UPDATE device_alarms SET snapshot_id = $1 WHERE (snapshot_id IS NULL OR snapshot_id < $1) AND id IN (
             SELECT newest.id FROM event_images i JOIN events e ON e.id = i.event_id CROSS JOIN LATERAL (
                 SELECT a.id, a.state FROM device_alarms a
                 WHERE a.device_id = e.device_id AND a.code = e.code
                     AND a.lock_number = CASE WHEN e.lock_number BETWEEN 1 AND $2 THEN e.lock_number ELSE 0 END ORDER BY a.id DESC LIMIT 1) newest
             WHERE i.snapshot_id = $1 AND e.category = 4 AND newest.state <> 3)",
    )
    .bind(snapshot_id)
    .bind(i32::from(max_locks))
    .execute(connection)
    .await?;
    Ok(())
}

/// What was written to the blob store.
pub struct StoredImage {
    pub size: i32,
    pub sha256: Vec<u8>,
    pub width: i32,
    pub height: i32,
}

/// Completes a snapshot. Returns whether its row is still there.
pub async fn complete(connection: &mut PgConnection, snapshot_id: i64, image: &StoredImage, max_locks: u8) -> Result<bool> {
    let done = sqlx::query("UPDATE event_snapshots SET size = $2, sha256 = $3, width = $4, height = $5 WHERE id = $1")
        .bind(snapshot_id)
        .bind(image.size)
        .bind(&image.sha256)
        .bind(image.width)
        .bind(image.height)
        .execute(&mut *connection)
        .await?;
    set_of_alarms(connection, snapshot_id, max_locks).await?;
    Ok(done.rows_affected() == 1)
}

/// One that the device did not give.
pub async fn delete(connection: &mut PgConnection, snapshot_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM event_snapshots WHERE id = $1 AND size IS NULL").bind(snapshot_id).execute(connection).await?;
    Ok(())
}

/// Events of a snapshot, each with its category.
pub async fn list_events(connection: &mut PgConnection, snapshot_id: i64) -> Result<Vec<(i64, i16)>> {
    let statement = "SELECT e.id, e.category FROM event_images i JOIN events e ON e.id = i.event_id WHERE i.snapshot_id = $1 ORDER BY e.id";
    Ok(sqlx::query_as(statement).bind(snapshot_id).fetch_all(connection).await?)
}

/// Ids of the alarms of a snapshot.
pub async fn list_alarms(connection: &mut PgConnection, snapshot_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM device_alarms WHERE snapshot_id = $1 ORDER BY id").bind(snapshot_id).fetch_all(connection).await?)
}

/// The events of which these alarms have their pictures; the newest of each. Alarms without a picture have none.
pub async fn find_events_of_alarms(connection: &mut PgConnection, alarm_ids: &[i64]) -> Result<HashMap<i64, i64>> {
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT a.id, max(e.id) FROM device_alarms a JOIN event_snapshots s ON s.id = a.snapshot_id AND s.size IS NOT NULL
         JOIN event_images i ON i.snapshot_id = s.id JOIN events e ON e.id = i.event_id AND e.category = 4
         WHERE a.id = ANY($1) GROUP BY a.id",
    )
    .bind(alarm_ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// What a caller may see images by: at least one of these.
pub struct ImageRights {
    pub device_events: Option<Authorized<resource::DeviceEvent, action::View>>,
    pub access_events: Option<Authorized<resource::AccessEvent, action::View>>,
    pub alarms: Option<Authorized<resource::DeviceAlarm, action::View>>,
    pub project_id: i64,
}

/// Whether the project has this image, and the caller sees one of its events or alarms now.
pub async fn is_visible(connection: &mut PgConnection, rights: &ImageRights, path: &ImagePath) -> Result<bool> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT EXISTS (SELECT 1 FROM event_snapshots s WHERE s.project_id = ");
    sql.push_bind(rights.project_id).push(" AND s.path = ").push_bind(path.as_str().to_owned()).push(" AND s.size IS NOT NULL AND (FALSE");
    push_event_scopes(&mut sql, rights, " OR EXISTS (SELECT 1 FROM event_images i JOIN events e ON e.id = i.event_id WHERE i.snapshot_id = s.id");
    if let Some(right) = &rights.alarms {
        sql.push(" OR EXISTS (SELECT 1 FROM device_alarms a JOIN devices d ON d.id = a.device_id WHERE a.snapshot_id = s.id");
        ALARMS.push_scope(&mut sql, right.scope());
        sql.push(")");
    }
    sql.push("))");
    Ok(sql.build_query_scalar().fetch_one(connection).await?)
}

/// The paths of the images of those of the events that have one and that the caller sees.
pub async fn list_paths(connection: &mut PgConnection, rights: &ImageRights, event_ids: &[i64]) -> Result<HashMap<i64, String>> {
    let mut sql = QueryBuilder::<Postgres>::new(
        "SELECT o.event_id, s.path FROM event_images o JOIN event_snapshots s ON s.id = o.snapshot_id WHERE s.size IS NOT NULL AND o.project_id = ",
    );
    sql.push_bind(rights.project_id).push(" AND o.event_id = ANY(").push_bind(event_ids.to_vec()).push(") AND (FALSE");
    push_event_scopes(&mut sql, rights, " OR EXISTS (SELECT 1 FROM events e WHERE e.id = o.event_id");
    if let Some(right) = &rights.alarms {
        sql.push(" OR EXISTS (SELECT 1 FROM device_alarms a JOIN devices d ON d.id = a.device_id WHERE a.snapshot_id = s.id");
        ALARMS.push_scope(&mut sql, right.scope());
        sql.push(")");
    }
    sql.push(")");
    let rows: Vec<(i64, String)> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

/// A way for each right to events.
fn push_event_scopes(sql: &mut QueryBuilder<Postgres>, rights: &ImageRights, exists: &str) {
    if let Some(right) = &rights.device_events {
        sql.push(exists);
        EVENTS.push_scope(sql, right.scope());
        sql.push(")");
    }
    if let Some(right) = &rights.access_events {
        sql.push(exists).push(" AND e.category = 1");
        EVENTS.push_scope(sql, right.scope());
        sql.push(")");
    }
}

/// Deletes snapshots that are older than their project stores images or events. Returns the paths, for the blob store.
pub async fn delete_expired(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(
        "DELETE FROM event_snapshots WHERE id IN (
             SELECT s.id FROM projects p LEFT JOIN event_retention r ON r.project_id = p.project_id
             CROSS JOIN LATERAL (
                 SELECT s.id FROM event_snapshots s WHERE s.project_id = p.project_id
                     AND s.taken_at < $1 - make_interval(days => least(coalesce(r.image_days, $3), coalesce(r.event_days, $4)))
                 ORDER BY s.taken_at, s.id LIMIT $2) s
             LIMIT $2)
         RETURNING path",
    )
    .bind(now)
    .bind(limit)
    .bind(DEFAULT_IMAGE_DAYS)
    .bind(DEFAULT_EVENT_DAYS)
    .fetch_all(connection)
    .await?)
}

/// Those of the paths that rows name.
pub async fn existing_paths(connection: &mut PgConnection, paths: &[String]) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar("SELECT path FROM event_snapshots WHERE path = ANY($1)").bind(paths).fetch_all(connection).await?)
}
