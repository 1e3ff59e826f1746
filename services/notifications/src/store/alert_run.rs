//! The tables of runs of emergency alerts.
use std::ops::Deref;

use kit::listing::Permitted;
use kit::{Error, Result};
use policy::action;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::emergency_alert::EmergencyAlertRow;
use crate::domain::alert_run::{AlertLock, AlertRunStatus, AlertRunTimes, DOOR_STATES, MAX_DEVICES, state_number};
use crate::domain::emergency_alert::{AlertDeviceType, DOORS, DoorMode, PLAYERS};

const COLUMNS: &str =
    "r.id, r.project_id, r.alert_id, r.alert_name, r.status, r.is_drill, r.open_locks, r.door_mode, r.message, r.started_at, r.started_by,
    r.started_by_name, r.sound_ends_at, r.ends_at, r.stopped_at, r.stopped_by, r.stopped_by_name, r.due_at, r.version";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AlertRunRow {
    pub id: i64,
    pub project_id: i64,
    pub alert_id: i64,
    pub alert_name: String,
    status: i16,
    pub is_drill: bool,
    pub open_locks: bool,
    pub door_mode: i16,
    pub message: Option<String>,
    pub started_at: OffsetDateTime,
    pub started_by: i64,
    pub started_by_name: String,
    pub sound_ends_at: OffsetDateTime,
    pub ends_at: OffsetDateTime,
    pub stopped_at: Option<OffsetDateTime>,
    pub stopped_by: Option<i64>,
    pub stopped_by_name: Option<String>,
    pub due_at: Option<OffsetDateTime>,
    pub version: i64,
}

impl AlertRunRow {
    /// By the clock: the job that writes it may be late.
    pub fn status(&self, now: OffsetDateTime) -> AlertRunStatus {
        AlertRunStatus::from_number(self.status).at(self.due_at, now)
    }

    pub fn door_mode(&self) -> DoorMode {
        DoorMode::from_number(self.door_mode.into())
    }
}

/// A run that is locked until its transaction ends: made by starting one, by stopping those of an alert that the caller may stop,
/// or by locking those that the clock or the answers of devices change.
#[derive(Clone, Debug)]
pub struct LockedRun {
    row: AlertRunRow,
}

impl Deref for LockedRun {
    type Target = AlertRunRow;

    fn deref(&self) -> &AlertRunRow {
        &self.row
    }
}

/// A device that a run is about.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct AlertTargetRow {
    pub device_id: i64,
    pub name: String,
    pub group_id: i64,
    pub plays: bool,
    pub lock_count: i32,
    pub has_door: bool,
}

/// What a device did.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AlertRunDeviceRow {
    pub device_id: i64,
    pub device_name: String,
    pub group_id: i64,
    pub group_name: Option<String>,
    pub state: i16,
    pub error: String,
    pub at: Option<OffsetDateTime>,
    pub locks: Json<Vec<AlertLock>>,
    pub door_state: i16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct AlertRunCountsRow {
    pub run_id: i64,
    pub players: i64,
    pub playing: i64,
    pub done: i64,
    pub failed: i64,
    pub offline: i64,
    pub stopped: i64,
    pub locks: i64,
    pub open_locks: i64,
    pub failed_locks: i64,
    pub doors: i64,
    pub shut_doors: i64,
    pub restored_doors: i64,
}

/// What a device did, as its event says; numbers of the domain's states.
#[derive(Clone, Debug)]
pub struct DeviceOutcome {
    pub device_id: i64,
    pub version: i64,
    pub state: i16,
    pub error: String,
    pub at: Option<OffsetDateTime>,
    pub locks: Vec<AlertLock>,
    pub door_state: i16,
    pub is_over: bool,
}

/// The devices that a run of the alert is about, at most one more than a run may have. `drill_device_id`: only this one, unless 0.
pub async fn targets(
    connection: &mut PgConnection,
    alert: &Permitted<EmergencyAlertRow, action::Create>,
    drill_device_id: i64,
) -> Result<Vec<AlertTargetRow>> {
    Ok(sqlx::query_as(
        "WITH reach AS (SELECT c.descendant_id AS group_id FROM emergency_alert_groups ag JOIN group_closure c ON c.ancestor_id = ag.group_id WHERE ag.alert_id = $2),
              named AS (SELECT x.device_id FROM emergency_alert_devices x WHERE x.alert_id = $2),
              found AS (
                  SELECT d.id AS device_id, d.name, d.group_id,
                      $3 AND (d.type = ANY($4) AND d.group_id IN (SELECT group_id FROM reach) OR d.type = ANY($5) AND d.id IN (SELECT device_id FROM named))
                          AS plays,
                      CASE WHEN $6 AND d.type = ANY($7) THEN d.locks::int ELSE 0 END AS lock_count,
                      $8 AND d.type = ANY($7) AND d.locks > 0 AS has_door
                  FROM devices d
                  WHERE d.project_id = $1 AND NOT d.deleted AND ($9 = 0 OR d.id = $9)
                      AND (d.group_id IN (SELECT group_id FROM reach) OR d.id IN (SELECT device_id FROM named)))
         SELECT device_id, name, group_id, plays, lock_count, has_door FROM found WHERE plays OR lock_count > 0 OR has_door ORDER BY device_id LIMIT $10",
    )
    .bind(alert.project_id())
    .bind(alert.id)
    .bind(alert.file_key.is_some())
    .bind(AlertDeviceType::from_number(alert.device_type.into()).device_types())
    .bind(PLAYERS)
    .bind(alert.opens_locks())
    .bind(DOORS)
    .bind(alert.door_mode() == DoorMode::Lockdown)
    .bind(drill_device_id)
    .bind(MAX_DEVICES + 1)
    .fetch_all(connection)
    .await?)
}

pub async fn insert(
    connection: &mut PgConnection,
    alert: &Permitted<EmergencyAlertRow, action::Create>,
    is_drill: bool,
    times: AlertRunTimes,
    targets: &[AlertTargetRow],
    now: OffsetDateTime,
) -> Result<LockedRun> {
    let sql = format!(
        "INSERT INTO alert_runs AS r (project_id, alert_id, alert_name, status, is_drill, open_locks, door_mode, message, started_at, started_by,
             started_by_name, sound_ends_at, ends_at, due_at)
         VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING {COLUMNS}"
    );
    let row: AlertRunRow = sqlx::query_as(AssertSqlSafe(sql))
        .bind(alert.project_id())
        .bind(alert.id)
        .bind(&alert.name)
        .bind(is_drill)
        .bind(alert.opens_locks())
        .bind(alert.door_mode)
        .bind(&alert.message)
        .bind(now)
        .bind(alert.caller().user_id)
        .bind(&alert.caller().user_name)
        .bind(times.sound_ends_at)
        .bind(times.ends_at)
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO alert_run_devices (run_id, device_id, project_id, device_name, group_id, plays, lock_count, has_door, state, door_state)
         SELECT $1, t.device_id, $2, t.name, t.group_id, t.plays, t.lock_count, t.has_door, CASE WHEN t.plays THEN 2 ELSE 1 END,
             CASE WHEN t.has_door THEN 2 ELSE 1 END
         FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::boolean[], $7::int[], $8::boolean[])
             t (device_id, name, group_id, plays, lock_count, has_door)",
    )
    .bind(row.id)
    .bind(row.project_id)
    .bind(targets.iter().map(|target| target.device_id).collect::<Vec<_>>())
    .bind(targets.iter().map(|target| target.name.as_str()).collect::<Vec<_>>())
    .bind(targets.iter().map(|target| target.group_id).collect::<Vec<_>>())
    .bind(targets.iter().map(|target| target.plays).collect::<Vec<_>>())
    .bind(targets.iter().map(|target| target.lock_count).collect::<Vec<_>>())
    .bind(targets.iter().map(|target| target.has_door).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(LockedRun { row })
}

/// Those of an alert that have not been written as ended: a run and a drill at most.
pub async fn lock_running<A>(connection: &mut PgConnection, alert: &Permitted<EmergencyAlertRow, A>) -> Result<Vec<LockedRun>> {
    let sql = format!("SELECT {COLUMNS} FROM alert_runs r WHERE r.project_id = $1 AND r.alert_id = $2 AND r.status = 1 ORDER BY r.id FOR UPDATE");
    let rows: Vec<AlertRunRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(alert.project_id()).bind(alert.id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| LockedRun { row }).collect())
}

/// Of all projects: those whose next status has begun.
pub async fn lock_due(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<LockedRun>> {
    let sql = format!("SELECT {COLUMNS} FROM alert_runs r WHERE r.due_at <= $1 ORDER BY r.due_at LIMIT $2 FOR UPDATE SKIP LOCKED");
    let rows: Vec<AlertRunRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(limit).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| LockedRun { row }).collect())
}

/// Of all projects: those that run, the newest first. Runs that others change are left to their changes.
pub async fn lock_all_running(connection: &mut PgConnection, now: OffsetDateTime, before_id: i64, limit: i64) -> Result<Vec<LockedRun>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM alert_runs r WHERE r.status = 1 AND r.due_at > $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3 FOR UPDATE SKIP LOCKED"
    );
    let rows: Vec<AlertRunRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(before_id).bind(limit).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| LockedRun { row }).collect())
}

/// The devices that a run is about, as they were when it started.
pub async fn targets_of_run(connection: &mut PgConnection, run: &LockedRun) -> Result<Vec<AlertTargetRow>> {
    Ok(sqlx::query_as(
        "SELECT d.device_id, d.device_name AS name, d.group_id, d.plays, d.lock_count, d.has_door FROM alert_run_devices d
         WHERE d.project_id = $1 AND d.run_id = $2 ORDER BY d.device_id",
    )
    .bind(run.project_id)
    .bind(run.id)
    .fetch_all(connection)
    .await?)
}

/// For an event; None for one that is gone with its alert.
pub async fn lock(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<LockedRun>> {
    let sql = format!("SELECT {COLUMNS} FROM alert_runs r WHERE r.project_id = $1 AND r.id = $2 FOR UPDATE");
    let row: Option<AlertRunRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_optional(connection).await?;
    Ok(row.map(|row| LockedRun { row }))
}

/// `stopped_by`: who ended it, and their name.
pub async fn set_status(
    connection: &mut PgConnection,
    run: &LockedRun,
    status: AlertRunStatus,
    due_at: Option<OffsetDateTime>,
    stopped_by: Option<(i64, &str)>,
    now: OffsetDateTime,
) -> Result<LockedRun> {
    let sql = format!(
        "UPDATE alert_runs r SET status = $3, due_at = $4, version = version + 1,
             stopped_at = CASE WHEN $5::bigint IS NULL THEN stopped_at ELSE $7 END, stopped_by = coalesce($5, stopped_by),
             stopped_by_name = coalesce($6, stopped_by_name)
         WHERE r.project_id = $1 AND r.id = $2 RETURNING {COLUMNS}"
    );
    let row = sqlx::query_as(AssertSqlSafe(sql))
        .bind(run.project_id)
        .bind(run.id)
        .bind(status as i16)
        .bind(due_at)
        .bind(stopped_by.map(|(id, _)| id))
        .bind(stopped_by.map(|(_, name)| name))
        .bind(now)
        .fetch_one(connection)
        .await?;
    Ok(LockedRun { row })
}

/// Stores what is newer than what is here. Returns whether all devices of the run are over. A door that was not there when the run
/// started came into the groups of its lockdown.
pub async fn write_outcomes(connection: &mut PgConnection, run: &LockedRun, outcomes: &[DeviceOutcome]) -> Result<bool> {
    let has_door = |outcome: &&DeviceOutcome| Some(outcome.door_state) != state_number(&DOOR_STATES, "none");
    sqlx::query(
        "INSERT INTO alert_run_devices (run_id, device_id, project_id, device_name, group_id, plays, lock_count, has_door, state, door_state)
         SELECT $2, d.id, $1, d.name, d.group_id, false, 0, true, 1, 2 FROM devices d WHERE d.project_id = $1 AND d.id = ANY($3)
         ON CONFLICT DO NOTHING",
    )
    .bind(run.project_id)
    .bind(run.id)
    .bind(outcomes.iter().filter(has_door).map(|outcome| outcome.device_id).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE alert_run_devices d SET version = o.version, state = o.state, error = o.error, at = o.at, locks = o.locks, door_state = o.door_state,
             is_over = o.is_over
         FROM unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::timestamptz[], $8::jsonb[], $9::smallint[], $10::boolean[])
             o (device_id, version, state, error, at, locks, door_state, is_over)
         WHERE d.project_id = $1 AND d.run_id = $2 AND d.device_id = o.device_id AND d.version < o.version",
    )
    .bind(run.project_id)
    .bind(run.id)
    .bind(outcomes.iter().map(|outcome| outcome.device_id).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| outcome.version).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| outcome.state).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| outcome.error.as_str()).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| outcome.at).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| Json(&outcome.locks)).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| outcome.door_state).collect::<Vec<_>>())
    .bind(outcomes.iter().map(|outcome| outcome.is_over).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    Ok(sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM alert_run_devices WHERE project_id = $1 AND run_id = $2 AND NOT is_over)")
        .bind(run.project_id)
        .bind(run.id)
        .fetch_one(connection)
        .await?)
}

/// Of each alert the run that lasts, by the clock; a drill where nothing else does.
pub async fn live(connection: &mut PgConnection, project_id: i64, alert_ids: &[i64], now: OffsetDateTime) -> Result<Vec<AlertRunRow>> {
    let sql = format!(
        "SELECT DISTINCT ON (r.alert_id) {COLUMNS} FROM alert_runs r WHERE r.project_id = $1 AND r.alert_id = ANY($2) AND r.status <= 2 AND r.due_at > $3
         ORDER BY r.alert_id, r.status, r.is_drill, r.id DESC"
    );
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(alert_ids).bind(now).fetch_all(connection).await?)
}

/// Whether a run of the alert has not ended, or its end has not been published yet.
pub async fn has_unfinished(connection: &mut PgConnection, project_id: i64, alert_id: i64) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM alert_runs WHERE project_id = $1 AND alert_id = $2 AND status <= 2)";
    Ok(sqlx::query_scalar(sql).bind(project_id).bind(alert_id).fetch_one(connection).await?)
}

/// Lockdowns that last and have shut a door of one of the devices, or are about a group that it is in.
pub async fn lockdowns_of(connection: &mut PgConnection, project_id: i64, device_ids: &[i64], now: OffsetDateTime) -> Result<Vec<AlertRunRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM alert_runs r WHERE r.project_id = $1 AND r.status = 1 AND r.due_at > $3 AND r.door_mode = $4 AND (
             EXISTS (SELECT 1 FROM alert_run_devices x WHERE x.run_id = r.id AND x.has_door AND x.device_id = ANY($2))
             OR NOT r.is_drill AND EXISTS (
                 SELECT 1 FROM emergency_alert_groups g JOIN group_closure c ON c.ancestor_id = g.group_id
                 JOIN devices d ON d.project_id = $1 AND d.group_id = c.descendant_id WHERE g.alert_id = r.alert_id AND d.id = ANY($2)))
         ORDER BY r.id"
    );
    let lockdown = DoorMode::Lockdown as i16;
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(device_ids).bind(now).bind(lockdown).fetch_all(connection).await?)
}

/// The newest first. `alert_id`: one that the caller sees.
pub async fn list(connection: &mut PgConnection, project_id: i64, alert_id: i64, page: i64, size: i64) -> Result<(Vec<AlertRunRow>, i64)> {
    let sql = format!("SELECT {COLUMNS} FROM alert_runs r WHERE r.project_id = $1 AND r.alert_id = $2 ORDER BY r.id DESC LIMIT $3 OFFSET $4");
    let rows =
        sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(alert_id).bind(size).bind((page - 1) * size).fetch_all(&mut *connection).await?;
    let total = "SELECT count(*) FROM (SELECT 1 FROM alert_runs r WHERE r.project_id = $1 AND r.alert_id = $2 LIMIT 10001) counted";
    let total = sqlx::query_scalar(total).bind(project_id).bind(alert_id).fetch_one(connection).await?;
    Ok((rows, total))
}

/// `alert_id`: one that the caller sees.
pub async fn find(connection: &mut PgConnection, project_id: i64, alert_id: i64, id: i64) -> Result<AlertRunRow> {
    let sql = format!("SELECT {COLUMNS} FROM alert_runs r WHERE r.project_id = $1 AND r.alert_id = $2 AND r.id = $3");
    let row = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(alert_id).bind(id).fetch_optional(connection).await?;
    row.ok_or(Error::NotFound)
}

pub async fn devices(connection: &mut PgConnection, run: &AlertRunRow) -> Result<Vec<AlertRunDeviceRow>> {
    Ok(sqlx::query_as(
        "SELECT d.device_id, d.device_name, d.group_id, g.name AS group_name, d.state, d.error, d.at, d.locks, d.door_state
         FROM alert_run_devices d LEFT JOIN group_nodes g ON g.id = d.group_id WHERE d.project_id = $1 AND d.run_id = $2
         ORDER BY d.device_name, d.device_id",
    )
    .bind(run.project_id)
    .bind(run.id)
    .fetch_all(connection)
    .await?)
}

/// By numbers of the domain's states.
pub async fn counts(connection: &mut PgConnection, project_id: i64, run_ids: &[i64]) -> Result<Vec<AlertRunCountsRow>> {
    Ok(sqlx::query_as(
        "SELECT d.run_id, count(*) FILTER (WHERE d.plays) AS players, count(*) FILTER (WHERE d.state = 4) AS playing,
             count(*) FILTER (WHERE d.state = 5) AS done, count(*) FILTER (WHERE d.state = 6) AS failed, count(*) FILTER (WHERE d.state = 7) AS offline,
             count(*) FILTER (WHERE d.state = 8) AS stopped, coalesce(sum(d.lock_count), 0)::bigint AS locks,
             coalesce(sum((SELECT count(*) FROM jsonb_array_elements(d.locks) l WHERE (l->>'state')::int = 2)), 0)::bigint AS open_locks,
             coalesce(sum((SELECT count(*) FROM jsonb_array_elements(d.locks) l WHERE (l->>'state')::int IN (3, 4))), 0)::bigint AS failed_locks,
             count(*) FILTER (WHERE d.has_door) AS doors, count(*) FILTER (WHERE d.door_state = 3) AS shut_doors,
             count(*) FILTER (WHERE d.door_state = 5) AS restored_doors
         FROM alert_run_devices d WHERE d.project_id = $1 AND d.run_id = ANY($2) GROUP BY d.run_id",
    )
    .bind(project_id)
    .bind(run_ids)
    .fetch_all(connection)
    .await?)
}
