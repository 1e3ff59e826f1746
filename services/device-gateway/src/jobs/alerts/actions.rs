//! What the lane reads and writes. Nobody calls a job, so there is no right to ask for.
use kit::Result;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::domain::alert_run::{ActionState, MAX_OF_PROJECT, RunStatus, door, sound};
use crate::domain::device::{Device, Protocol};
use crate::domain::settings::DeviceSettings;
use crate::store::device::ONLINE;

/// Which actions are claimed: an end never waits behind a beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    OfEndedRuns,
    OfRunning,
}

#[derive(Clone, Debug, sqlx::FromRow)]
struct ActionRow {
    run_id: i64,
    device_id: i64,
    part: i16,
    project_id: i64,
    may_play: bool,
    attempt: i64,
    run_status: i16,
    audio_url: String,
    sound_ends_at: OffsetDateTime,
    locks_end_at: OffsetDateTime,
    status: i16,
    name: String,
    #[sqlx(rename = "type")]
    kind: i16,
    model: String,
    serial_number: String,
    ip_address: Option<String>,
    port: i32,
    login: Option<String>,
    protocol: i16,
    settings: Json<DeviceSettings>,
    password: Option<Vec<u8>>,
    broker_id: Option<i64>,
}

/// A claimed action, with its device.
#[derive(Clone, Debug)]
pub struct AlertAction {
    pub run_id: i64,
    pub device_id: i64,
    pub part: i16,
    pub project_id: i64,
    pub may_play: bool,
    pub attempt: i64,
    pub run_status: RunStatus,
    pub audio_url: String,
    pub sound_ends_at: OffsetDateTime,
    pub locks_end_at: OffsetDateTime,
    pub is_online: bool,
    pub device: Device,
    /// Of the device's own page, sealed.
    pub password: Option<Vec<u8>>,
    pub broker_id: Option<i64>,
}

impl From<ActionRow> for AlertAction {
    fn from(row: ActionRow) -> AlertAction {
        AlertAction {
            run_id: row.run_id,
            device_id: row.device_id,
            part: row.part,
            project_id: row.project_id,
            may_play: row.may_play,
            attempt: row.attempt,
            run_status: RunStatus::from_number(row.run_status),
            audio_url: row.audio_url,
            sound_ends_at: row.sound_ends_at,
            locks_end_at: row.locks_end_at,
            is_online: row.status == ONLINE,
            device: Device {
                name: row.name,
                kind: row.kind,
                model: row.model,
                serial_number: row.serial_number,
                ip_address: row.ip_address,
                port: row.port,
                login: row.login,
                protocol: Protocol::from_number(row.protocol),
                device_settings: row.settings.0,
                ..Device::default()
            },
            password: row.password,
            broker_id: row.broker_id,
        }
    }
}

/// Which actions are wanted.
#[derive(Clone, Debug)]
pub(super) struct ClaimRequest {
    pub claim: Claim,
    /// At most so many of all projects.
    pub limit: i64,
    /// Projects of which this process carries out something, and how much: they come after others, and have `MAX_OF_PROJECT` at most.
    pub busy_projects: Vec<(i64, i64)>,
    pub now: OffsetDateTime,
    pub until: OffsetDateTime,
}

/// Actions that are due, each of them claimed until `until`: projects take turns, and of each the one that is due longest comes first. A
/// sound that will be sent may play from now on, whatever becomes of this process.
pub(super) async fn claim(connection: &mut PgConnection, request: &ClaimRequest) -> Result<Vec<AlertAction>> {
    let (projects, taken): (Vec<i64>, Vec<i64>) = request.busy_projects.iter().copied().unzip();
    let rows: Vec<ActionRow> = sqlx::query_as(
        "WITH RECURSIVE projects AS (
             (SELECT project_id FROM alert_actions WHERE due_at IS NOT NULL ORDER BY project_id LIMIT 1)
             UNION ALL
             SELECT (SELECT a.project_id FROM alert_actions a WHERE a.due_at IS NOT NULL AND a.project_id > p.project_id ORDER BY a.project_id LIMIT 1)
             FROM projects p WHERE p.project_id IS NOT NULL),
         ready AS (
             SELECT w.run_id, w.device_id, w.part, w.due_at,
                 coalesce(t.taken, 0) + row_number() OVER (PARTITION BY p.project_id ORDER BY w.due_at, w.run_id, w.device_id, w.part) AS turn
             FROM projects p LEFT JOIN unnest($7::bigint[], $8::bigint[]) t (project_id, taken) ON t.project_id = p.project_id
             CROSS JOIN LATERAL (
                 SELECT a.run_id, a.device_id, a.part, a.due_at
                 FROM alert_actions a JOIN alert_runs r ON r.id = a.run_id JOIN devices d ON d.id = a.device_id AND NOT d.deleted
                 WHERE a.project_id = p.project_id AND a.due_at <= $1 AND (a.busy_until IS NULL OR a.busy_until <= $1) AND (r.status = 1) = $2
                     AND (NOT a.awaits_online OR d.status = $5 OR (CASE WHEN a.part = 0 THEN r.sound_ends_at ELSE r.locks_end_at END) <= $1)
                 ORDER BY a.due_at LIMIT $3) w),
         due AS (
             SELECT a.run_id, a.device_id, a.part, a.may_play,
                 a.part = 0 AND r.status = 1 AND d.status = $5 AND r.sound_ends_at > $1 AS is_played
             FROM ready w JOIN alert_actions a ON a.run_id = w.run_id AND a.device_id = w.device_id AND a.part = w.part
                 JOIN alert_runs r ON r.id = a.run_id JOIN devices d ON d.id = a.device_id
             WHERE w.turn <= $9 AND a.due_at <= $1 AND (a.busy_until IS NULL OR a.busy_until <= $1)
             ORDER BY w.turn, w.due_at LIMIT $3 FOR UPDATE OF a SKIP LOCKED),
         claimed AS (
             UPDATE alert_actions a SET busy_until = $4, attempt = a.attempt + 1, may_play = a.may_play OR due.is_played,
                 state = CASE WHEN due.is_played THEN $6 ELSE a.state END
             FROM due WHERE a.run_id = due.run_id AND a.device_id = due.device_id AND a.part = due.part
             RETURNING a.run_id, a.device_id, a.part, a.project_id, due.may_play, a.attempt)
         SELECT c.run_id, c.device_id, c.part, c.project_id, c.may_play, c.attempt, r.status AS run_status, r.audio_url, r.sound_ends_at, r.locks_end_at,
             d.status, d.name, d.type, d.model, d.serial_number, d.ip_address, d.port, d.login, d.protocol, d.settings, d.password, d.broker_id
         FROM claimed c JOIN alert_runs r ON r.id = c.run_id JOIN devices d ON d.id = c.device_id",
    )
    .bind(request.now)
    .bind(request.claim == Claim::OfRunning)
    .bind(request.limit)
    .bind(request.until)
    .bind(ONLINE)
    .bind(sound::SENT)
    .bind(projects)
    .bind(taken)
    .bind(MAX_OF_PROJECT as i64)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(AlertAction::from).collect())
}

/// What became of a claimed action; without an `error` the one of before stays. A result that comes too late counts in one case: the device may play, and is stopped again.
pub(super) async fn finish(
    connection: &mut PgConnection,
    action: &AlertAction,
    state: &ActionState,
    error: Option<&str>,
    now: OffsetDateTime,
) -> Result<()> {
    let done = sqlx::query(
        "UPDATE alert_actions SET state = $5, may_play = $6, due_at = $7, awaits_online = $8, error = coalesce($9, error), at = $10, busy_until = NULL
         WHERE run_id = $1 AND device_id = $2 AND part = $3 AND attempt = $4",
    )
    .bind(action.run_id)
    .bind(action.device_id)
    .bind(action.part)
    .bind(action.attempt)
    .bind(state.state)
    .bind(state.may_play)
    .bind(state.due_at)
    .bind(state.awaits_online)
    .bind(error)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 && state.may_play {
        sqlx::query("UPDATE alert_actions SET may_play = true, due_at = $4 WHERE run_id = $1 AND device_id = $2 AND part = $3 AND part = 0")
            .bind(action.run_id)
            .bind(action.device_id)
            .bind(action.part)
            .bind(now)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// A device of a run.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct RunDevice {
    pub project_id: i64,
    pub run_id: i64,
    pub device_id: i64,
}

/// Doors whose device has confirmed the list that counts: they are shut, or restored. There is nothing to restore at a device
/// that was deleted meanwhile.
pub(super) async fn confirm_doors(connection: &mut PgConnection, now: OffsetDateTime) -> Result<Vec<RunDevice>> {
    Ok(sqlx::query_as(
        "UPDATE alert_actions a SET state = a.state + 1, at = $1
         WHERE a.part = -1 AND a.state IN ($2, $3) AND (
             a.list_version IS NOT NULL
                 AND EXISTS (SELECT 1 FROM device_sync s WHERE s.device_id = a.device_id AND s.actual_version >= a.list_version)
             OR a.state = $3 AND EXISTS (SELECT 1 FROM devices d WHERE d.id = a.device_id AND d.deleted))
         RETURNING a.project_id, a.run_id, a.device_id",
    )
    .bind(now)
    .bind(door::WAITING)
    .bind(door::RESTORING)
    .fetch_all(connection)
    .await?)
}

/// Whether there is anything for the lane, now or later.
pub(super) async fn has_work(connection: &mut PgConnection) -> Result<bool> {
    let statement = "SELECT EXISTS (SELECT 1 FROM alert_actions WHERE due_at IS NOT NULL) OR
        EXISTS (SELECT 1 FROM alert_actions a WHERE a.part = -1 AND a.state IN (2, 4) AND (a.list_version IS NOT NULL
            OR a.state = 4 AND EXISTS (SELECT 1 FROM devices d WHERE d.id = a.device_id AND d.deleted)))";
    Ok(sqlx::query_scalar(statement).fetch_one(connection).await?)
}
