//! The state of each device's synchronisation: versions, pending work, and the worker that has claimed the device.
//!
//! A transaction locks what concerns a device in this order, so that no two wait for each other: its row of `devices`, its tasks,
//! its row of `device_sync`, its items. One that locks tasks of several devices locks the rows of the devices before, in the order of
//! their ids.
use kit::listing::Permitted;
use kit::{Result, telemetry};
use policy::action;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::device::{DeviceRow, ONLINE};
use super::item::DeviceKey;
use crate::domain::device::{Device, Protocol};
use crate::domain::settings::DeviceSettings;

/// What a worker has to do for a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingWork {
    /// Fetch its list from access, because it changed.
    pub fetch: bool,
    /// Read back what it holds, because it was away.
    pub read: bool,
    /// Compare what it should hold with what it holds.
    pub plan: bool,
}

impl PendingWork {
    /// Only the tasks that exist already.
    pub const TASKS: PendingWork = PendingWork { fetch: false, read: false, plan: false };
    pub const FETCH: PendingWork = PendingWork { fetch: true, ..PendingWork::TASKS };
    pub const READ: PendingWork = PendingWork { read: true, ..PendingWork::TASKS };
    pub const PLAN: PendingWork = PendingWork { plan: true, ..PendingWork::TASKS };
    pub const FETCH_AND_READ: PendingWork = PendingWork { fetch: true, read: true, plan: true };
}

/// Adds work for devices, and stores the trace that asked for it; the last one counts. Work that was pending stays pending.
/// A device that is read back was away: it is sent the time too.
/// Devices are locked in the order of their ids, so that two calls never wait for each other.
pub async fn enqueue(connection: &mut PgConnection, device_ids: &[i64], work: PendingWork, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "WITH locked AS MATERIALIZED (SELECT device_id AS id FROM device_sync WHERE device_id = ANY($1) ORDER BY device_id FOR UPDATE)
         UPDATE device_sync SET fetch_asked = fetch_asked + $2::int, read_asked = read_asked + $3::int, plan_due = plan_due OR $4, clock_due = clock_due OR $3,
             failures = CASE WHEN $2 OR $3 THEN 0 ELSE failures END, work_at = least(work_at, $5), work_seq = work_seq + 1, traceparent = $6
         FROM locked WHERE device_id = locked.id",
    )
    .bind(device_ids)
    .bind(work.fetch)
    .bind(work.read)
    .bind(work.plan)
    .bind(now)
    .bind(telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// Its address or its login may be right now: it is called at once.
pub async fn end_contact_pause(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    let statement = "UPDATE device_sync SET contact_at = NULL WHERE device_id = $1 AND contact_at IS NOT NULL";
    sqlx::query(statement).bind(device_id).execute(connection).await?;
    Ok(())
}

/// A device as the worker that claimed it sees it.
#[derive(Clone, Debug)]
pub struct ClaimedDevice {
    pub key: DeviceKey,
    /// Of its row: another one when somebody has changed it since.
    pub version: i64,
    pub device: Device,
    pub is_online: bool,
    /// Of the device's own page.
    pub page_password: Option<Vec<u8>>,
    /// Of the broker over which it came last, and of that to which it is sent; None for the installation's.
    pub broker_id: Option<i64>,
    pub target_broker_id: Option<i64>,
    pub mqtt_password: Option<Vec<u8>>,
    pub sip_password: Option<Vec<u8>>,
    pub desired_version: i64,
    pub pending: PendingWork,
    /// It is to be sent the time and its zone.
    pub is_clock_due: bool,
    /// How often fetching and reading were asked for, by now.
    pub fetch_asked: i64,
    pub read_asked: i64,
    /// Failures of either, in a row.
    pub failures: i32,
    /// Calls over HTTP that did not reach it, in a row; not before then is it called again.
    pub contact_failures: i32,
    pub contact_at: Option<OffsetDateTime>,
    /// The protocol that the device is changing to.
    pub pending_protocol: Option<Protocol>,
    /// The counter of `enqueue` when the row was read: work that is added later is noticed by it.
    pub work_seq: i64,
    /// The trace that asked for the work.
    pub traceparent: Option<String>,
}

#[derive(sqlx::FromRow)]
struct ClaimedDeviceRow {
    id: i64,
    version: i64,
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
    ip_address: Option<String>,
    port: i32,
    login: Option<String>,
    password: Option<Vec<u8>>,
    broker_id: Option<i64>,
    target_broker_id: Option<i64>,
    contact_failures: i32,
    contact_at: Option<OffsetDateTime>,
    pending_protocol: Option<i16>,
    mqtt_password: Option<Vec<u8>>,
    sip_password: Option<Vec<u8>>,
    desired_version: i64,
    fetch_asked: i64,
    fetch_done: i64,
    read_asked: i64,
    read_done: i64,
    plan_due: bool,
    is_clock_due: bool,
    failures: i32,
    work_seq: i64,
    traceparent: Option<String>,
}

/// The state of a device that the worker has claimed. None when another worker has claimed it since, or it was deleted.
pub async fn load_claimed(connection: &mut PgConnection, device_id: i64, worker: Uuid) -> Result<Option<ClaimedDevice>> {
    let row: Option<ClaimedDeviceRow> = sqlx::query_as(
        "SELECT d.id, d.version, d.project_id, d.name, d.type, d.model, d.serial_number, d.domain_id, d.settings, d.get_logs, d.realtime_logging, d.heartbeat, d.protocol, d.status,
             d.ip_address, d.port, d.login, d.password, d.broker_id,
             CASE WHEN m.device_id IS NOT NULL THEN m.broker_id WHEN d.protocol = 2 AND d.status <> 0 THEN d.broker_id ELSE r.broker_id END AS target_broker_id,
             s.contact_failures, s.contact_at, c.protocol AS pending_protocol, d.mqtt_password, d.sip_password, s.desired_version, s.fetch_asked, s.fetch_done, s.read_asked, s.read_done, s.plan_due,
             s.clock_due OR s.clock_zone IS DISTINCT FROM coalesce(p.time_zone, 'UTC') AS is_clock_due, s.failures, s.work_seq, s.traceparent
         FROM device_sync s JOIN devices d ON d.id = s.device_id LEFT JOIN projects p ON p.project_id = d.project_id
              LEFT JOIN protocol_changes c ON c.device_id = d.id AND c.error IS NULL
              LEFT JOIN broker_moves m ON m.device_id = d.id AND m.outcome = 1
              LEFT JOIN broker_rollouts r ON r.project_id = d.project_id AND r.state = 2
         WHERE s.device_id = $1 AND s.lease_owner = $2 AND NOT d.deleted",
    )
    .bind(device_id)
    .bind(worker)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(ClaimedDevice::from))
}

/// Locks the row against other planners until the transaction ends; returns the version of the stored list. Whoever changes tasks
/// afterwards has locked them before.
pub async fn lock(connection: &mut PgConnection, device_id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT desired_version FROM device_sync WHERE device_id = $1 FOR UPDATE")
        .bind(device_id)
        .fetch_optional(connection)
        .await?)
}

/// Whether nothing is planned for the items of a device: it keeps what it holds, or was adopted and its new list is not here yet.
pub async fn is_list_kept(connection: &mut PgConnection, device_id: i64) -> Result<bool> {
    let kept =
        "SELECT d.keep_list OR s.desired_version < s.adopted_version FROM device_sync s JOIN devices d ON d.id = s.device_id WHERE s.device_id = $1";
    Ok(sqlx::query_scalar(kept).bind(device_id).fetch_optional(connection).await?.unwrap_or(false))
}

/// Whether the device has a list of the platform, so that it may hold what is revoked later.
pub async fn has_list(connection: &mut PgConnection, project_id: i64, device_id: i64) -> Result<bool> {
    let has = "SELECT EXISTS (SELECT 1 FROM desired_items WHERE project_id = $1 AND device_id = $2)";
    Ok(sqlx::query_scalar(has).bind(project_id).bind(device_id).fetch_one(connection).await?)
}

/// The device was adopted by this version of its list.
pub async fn set_adopted_version(connection: &mut PgConnection, permitted: &Permitted<DeviceRow, action::Edit>, version: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET adopted_version = greatest(adopted_version, $3) WHERE project_id = $1 AND device_id = $2")
        .bind(permitted.project_id())
        .bind(permitted.id)
        .bind(version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Tasks exist for every difference; `in_step` when there is no difference.
pub async fn record_plan(connection: &mut PgConnection, device_id: i64, in_step: bool) -> Result<()> {
    sqlx::query(
        "UPDATE device_sync SET plan_due = false, actual_version = CASE WHEN $2 THEN desired_version ELSE actual_version END WHERE device_id = $1",
    )
    .bind(device_id)
    .bind(in_step)
    .execute(connection)
    .await?;
    Ok(())
}

/// The devices of a project that are sent something.
pub async fn list_by_project(connection: &mut PgConnection, project_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM devices WHERE project_id = $1 AND protocol <> 3 AND NOT deleted")
        .bind(project_id)
        .fetch_all(connection)
        .await?)
}

impl From<ClaimedDeviceRow> for ClaimedDevice {
    fn from(row: ClaimedDeviceRow) -> Self {
        let device = Device {
            name: row.name,
            kind: row.kind,
            model: row.model,
            serial_number: row.serial_number,
            domain_id: row.domain_id,
            device_settings: row.settings.0,
            get_logs: row.get_logs,
            protocol: Protocol::from_number(row.protocol),
            heartbeat: row.heartbeat,
            realtime_logging: row.realtime_logging,
            ip_address: row.ip_address,
            port: row.port,
            login: row.login,
            ..Device::default()
        };
        ClaimedDevice {
            key: DeviceKey { device_id: row.id, project_id: row.project_id },
            version: row.version,
            device,
            is_online: row.status == ONLINE,
            page_password: row.password,
            broker_id: row.broker_id,
            target_broker_id: row.target_broker_id,
            contact_failures: row.contact_failures,
            contact_at: row.contact_at,
            pending_protocol: row.pending_protocol.map(Protocol::from_number),
            mqtt_password: row.mqtt_password,
            sip_password: row.sip_password,
            desired_version: row.desired_version,
            pending: PendingWork { fetch: row.fetch_asked > row.fetch_done, read: row.read_asked > row.read_done, plan: row.plan_due },
            is_clock_due: row.is_clock_due,
            fetch_asked: row.fetch_asked,
            read_asked: row.read_asked,
            failures: row.failures,
            work_seq: row.work_seq,
            traceparent: row.traceparent,
        }
    }
}
