//! How far each device is, what is to be done for it, and who does it. For the workers and for those who give
//! them work.
use kit::{Result, telemetry};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::device::ONLINE;
use super::item::Holder;
use crate::domain::device::{Device, Protocol};
use crate::domain::settings::DeviceSettings;

/// Why somebody should look at a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Its list is another.
    pub fetch: bool,
    /// It came back: what it holds is not certain.
    pub read: bool,
    /// What it should hold and what it holds may differ.
    pub plan: bool,
}

impl Due {
    /// Only the tasks that are there.
    pub const LOOK: Due = Due { fetch: false, read: false, plan: false };
    pub const FETCH: Due = Due { fetch: true, ..Due::LOOK };
    pub const READ: Due = Due { read: true, ..Due::LOOK };
    pub const PLAN: Due = Due { plan: true, ..Due::LOOK };
    pub const FETCH_AND_READ: Due = Due { fetch: true, read: true, plan: true };
}

/// Gives work, and remembers in which trace: the last one counts. What was due stays due.
pub async fn wake(connection: &mut PgConnection, device_ids: &[i64], due: Due, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE device_sync SET fetch_asked = fetch_asked + $2::int, read_asked = read_asked + $3::int, plan_due = plan_due OR $4,
             failures = CASE WHEN $2 OR $3 THEN 0 ELSE failures END, work_at = least(work_at, $5), work_seq = work_seq + 1, traceparent = $6
         WHERE device_id = ANY($1)",
    )
    .bind(device_ids)
    .bind(due.fetch)
    .bind(due.read)
    .bind(due.plan)
    .bind(now)
    .bind(telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes devices that have work and that no living process holds, those that wait longest first. A process that
/// does not count as alive itself takes none. `busy`: those that the process works on still; others that it
/// holds were left by an error.
pub async fn claim(connection: &mut PgConnection, worker: Uuid, busy: &[i64], limit: i64, now: OffsetDateTime) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "WITH alive AS (SELECT id FROM workers WHERE alive_until > $2)
         UPDATE device_sync SET lease_owner = $1 WHERE EXISTS (SELECT 1 FROM alive WHERE id = $1) AND device_id IN (
             SELECT device_id FROM device_sync
             WHERE work_at <= $2 AND device_id <> ALL($4) AND (lease_owner IS NULL OR lease_owner = $1 OR lease_owner NOT IN (SELECT id FROM alive))
             ORDER BY work_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING device_id",
    )
    .bind(worker)
    .bind(now)
    .bind(limit)
    .bind(busy)
    .fetch_all(connection)
    .await?)
}

/// A device as its worker sees it.
#[derive(Clone, Debug)]
pub struct Held {
    pub holder: Holder,
    pub device: Device,
    pub is_online: bool,
    pub mqtt_password: Option<Vec<u8>>,
    pub sip_password: Option<Vec<u8>>,
    pub desired_version: i64,
    pub due: Due,
    /// How often fetching and reading were asked for, by now.
    pub fetch_asked: i64,
    pub read_asked: i64,
    /// Of either, in a row.
    pub failures: i32,
    /// As `wake` counts: what happens after this was seen is not overlooked.
    pub work_seq: i64,
    /// In which trace the work was asked for.
    pub traceparent: Option<String>,
}

#[derive(sqlx::FromRow)]
struct HeldRow {
    id: i64,
    project_id: i64,
    name: String,
    #[sqlx(rename = "type")]
    kind: i16,
    model: String,
    serial_number: String,
    domain_id: i64,
    settings: Json<DeviceSettings>,
    get_logs: bool,
    realtime_logging: bool,
    heartbeat: bool,
    protocol: i16,
    status: i16,
    mqtt_password: Option<Vec<u8>>,
    sip_password: Option<Vec<u8>>,
    desired_version: i64,
    fetch_asked: i64,
    fetch_done: i64,
    read_asked: i64,
    read_done: i64,
    plan_due: bool,
    failures: i32,
    work_seq: i64,
    traceparent: Option<String>,
}

/// How things are with a device that the worker holds. None when another has it now, or when it was deleted.
pub async fn held(connection: &mut PgConnection, device_id: i64, worker: Uuid) -> Result<Option<Held>> {
    let row: Option<HeldRow> = sqlx::query_as(
        "SELECT d.id, d.project_id, d.name, d.type, d.model, d.serial_number, d.domain_id, d.settings, d.get_logs, d.realtime_logging, d.heartbeat, d.protocol, d.status,
             d.mqtt_password, d.sip_password, s.desired_version, s.fetch_asked, s.fetch_done, s.read_asked, s.read_done, s.plan_due, s.failures, s.work_seq, s.traceparent
         FROM device_sync s JOIN devices d ON d.id = s.device_id WHERE s.device_id = $1 AND s.lease_owner = $2 AND NOT d.deleted",
    )
    .bind(device_id)
    .bind(worker)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Held::from))
}

/// Ends the work. `next`: when to look again; something that came up meanwhile is looked at once.
pub async fn release(
    connection: &mut PgConnection,
    device_id: i64,
    worker: Uuid,
    seen: i64,
    next: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE device_sync SET lease_owner = NULL, work_at = CASE WHEN work_seq = $3 THEN $4 ELSE $5 END WHERE device_id = $1 AND lease_owner = $2",
    )
    .bind(device_id)
    .bind(worker)
    .bind(seen)
    .bind(next)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps everybody else from planning for the device until the transaction ends; gives the version of its list.
pub async fn lock(connection: &mut PgConnection, device_id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT desired_version FROM device_sync WHERE device_id = $1 FOR UPDATE")
        .bind(device_id)
        .fetch_optional(connection)
        .await?)
}

/// The list of this version is stored. `asked`: as the worker saw it before it began.
pub async fn fetched(connection: &mut PgConnection, device_id: i64, version: i64, asked: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE device_sync SET desired_version = $2, fetch_done = $3, fetched_at = $4, failures = 0, plan_due = true WHERE device_id = $1")
        .bind(device_id)
        .bind(version)
        .bind(asked)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// The list, or what the device holds, could not be had.
pub async fn failed(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET failures = least(failures + 1, 100) WHERE device_id = $1").bind(device_id).execute(connection).await?;
    Ok(())
}

/// What the device holds is known. `asked`: as the worker saw it before it began.
pub async fn was_read(connection: &mut PgConnection, device_id: i64, asked: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET read_done = $2, plan_due = true, failures = 0 WHERE device_id = $1")
        .bind(device_id)
        .bind(asked)
        .execute(connection)
        .await?;
    Ok(())
}

/// There are tasks for all that differs; `in_step` when there is none.
pub async fn planned(connection: &mut PgConnection, device_id: i64, in_step: bool) -> Result<()> {
    sqlx::query(
        "UPDATE device_sync SET plan_due = false, actual_version = CASE WHEN $2 THEN desired_version ELSE actual_version END WHERE device_id = $1",
    )
    .bind(device_id)
    .bind(in_step)
    .execute(connection)
    .await?;
    Ok(())
}

/// Asks for lists that were not fetched for long: an event about a change may have been lost.
pub async fn wake_stale(connection: &mut PgConnection, before: OffsetDateTime, limit: i64, now: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE device_sync SET fetch_asked = fetch_asked + 1, work_at = least(work_at, $3), work_seq = work_seq + 1, fetched_at = $3, traceparent = NULL WHERE device_id IN (
             SELECT s.device_id FROM device_sync s JOIN devices d ON d.id = s.device_id
             WHERE (s.fetched_at < $1 OR s.fetched_at IS NULL) AND d.protocol = 2 AND NOT d.deleted LIMIT $2 FOR UPDATE OF s SKIP LOCKED)",
    )
    .bind(before)
    .bind(limit)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// The devices of a project that hold lists.
pub async fn of_project(connection: &mut PgConnection, project_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM devices WHERE project_id = $1 AND protocol = 2 AND NOT deleted")
        .bind(project_id)
        .fetch_all(connection)
        .await?)
}

impl From<HeldRow> for Held {
    fn from(row: HeldRow) -> Self {
        let device = Device {
            name: row.name,
            description: None,
            kind: row.kind,
            model: row.model,
            ip_address: None,
            port: 0,
            login: None,
            device_login: None,
            serial_number: row.serial_number,
            domain_id: row.domain_id,
            device_settings: row.settings.0,
            get_logs: row.get_logs,
            protocol: Protocol::from_number(row.protocol),
            heartbeat: row.heartbeat,
            realtime_logging: row.realtime_logging,
            location_latitude: None,
            location_longitude: None,
        };
        Held {
            holder: Holder { device_id: row.id, project_id: row.project_id },
            device,
            is_online: row.status == ONLINE,
            mqtt_password: row.mqtt_password,
            sip_password: row.sip_password,
            desired_version: row.desired_version,
            due: Due { fetch: row.fetch_asked > row.fetch_done, read: row.read_asked > row.read_done, plan: row.plan_due },
            fetch_asked: row.fetch_asked,
            read_asked: row.read_asked,
            failures: row.failures,
            work_seq: row.work_seq,
            traceparent: row.traceparent,
        }
    }
}
