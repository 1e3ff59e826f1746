//! Runs of emergency alerts, from notifications, and which lists of devices count in their lockdowns, from access.
use kit::{Result, clock};
use proto::vestibule::events::v1::{AlertRunChanged, LockdownApplied};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::alert_run::{RunStatus, door, lock, sound};

/// A run whose snapshot is newer than the one that was here.
#[derive(Clone, Copy, Debug)]
pub struct StoredRun {
    pub id: i64,
    pub project_id: i64,
    pub status: RunStatus,
    /// It was not here before.
    pub is_new: bool,
}

/// None for a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, run: &AlertRunChanged, now: OffsetDateTime) -> Result<Option<StoredRun>> {
    let at = |at: &Option<prost_types::Timestamp>| at.as_ref().and_then(clock::from_proto).unwrap_or(now);
    let status = RunStatus::parse(&run.status);
    let is_lockdown = run.door_mode == "lockdown";
    // Locks are open as long as the doors' mode lasts; where there is none, as long as the sound.
    let locks_end_at = if run.open_locks { at(&run.ends_at) } else { at(&run.started_at) };
    let is_new: Option<bool> = sqlx::query_scalar(
        "INSERT INTO alert_runs AS r (id, project_id, version, status, audio_url, started_at, sound_ends_at, ends_at, locks_end_at, is_lockdown,
             group_ids, device_ids, pass_group_ids)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, status = greatest(r.status, excluded.status)
             WHERE r.version < excluded.version AND r.project_id = excluded.project_id
         RETURNING xmax = 0",
    )
    .bind(run.id)
    .bind(run.project_id)
    .bind(run.version)
    .bind(status as i16)
    .bind(&run.audio_url)
    .bind(at(&run.started_at))
    .bind(at(&run.sound_ends_at))
    .bind(at(&run.ends_at))
    .bind(locks_end_at)
    .bind(is_lockdown)
    .bind(&run.domain_ids)
    .bind(&run.device_ids)
    .bind(&run.pass_domain_ids)
    .fetch_optional(connection)
    .await?;
    Ok(is_new.map(|is_new| StoredRun { id: run.id, project_id: run.project_id, status, is_new }))
}

/// What the devices of a new run are to do, at once.
pub async fn insert_actions(connection: &mut PgConnection, run: &AlertRunChanged, now: OffsetDateTime) -> Result<()> {
    let ids: Vec<i64> = run.targets.iter().map(|target| target.device_id).collect();
    sqlx::query("INSERT INTO alert_run_devices (run_id, device_id, project_id) SELECT $1, d, $2 FROM unnest($3::bigint[]) d")
        .bind(run.id)
        .bind(run.project_id)
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "WITH targets AS (SELECT * FROM unnest($3::bigint[], $4::boolean[], $5::int[], $6::boolean[]) t (device_id, plays, locks, has_door))
         INSERT INTO alert_actions (run_id, device_id, part, project_id, state, due_at)
         SELECT $1, device_id, 0, $2, $8::smallint, $7::timestamptz FROM targets WHERE plays
         UNION ALL SELECT $1, device_id, n, $2, $9::smallint, $7 FROM targets, generate_series(1, least(locks, 8)) n
         UNION ALL SELECT $1, device_id, -1, $2, $10::smallint, NULL FROM targets WHERE has_door",
    )
    .bind(run.id)
    .bind(run.project_id)
    .bind(&ids)
    .bind(run.targets.iter().map(|target| target.plays).collect::<Vec<_>>())
    .bind(run.targets.iter().map(|target| target.locks).collect::<Vec<_>>())
    .bind(run.targets.iter().map(|target| target.has_door).collect::<Vec<_>>())
    .bind(now)
    .bind(sound::PENDING)
    .bind(lock::PENDING)
    .bind(door::WAITING)
    .execute(&mut *connection)
    .await?;
    count_lists(connection, run.project_id, run.id).await
}

/// The run has ended: sounds and locks are looked at once, whatever is on its way to their devices; doors are restored.
pub async fn end_actions(connection: &mut PgConnection, run: &StoredRun, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE alert_actions SET
             due_at = CASE WHEN part >= 0 AND due_at IS NOT NULL THEN $3 ELSE NULL END,
             busy_until = NULL, attempt = attempt + 1, awaits_online = false,
             state = CASE WHEN part = -1 AND state IN ($4, $5) THEN $6 ELSE state END,
             list_version = CASE WHEN part = -1 THEN NULL ELSE list_version END
         WHERE project_id = $1 AND run_id = $2",
    )
    .bind(run.project_id)
    .bind(run.id)
    .bind(now)
    .bind(door::WAITING)
    .bind(door::SHUT)
    .bind(door::RESTORING)
    .execute(&mut *connection)
    .await?;
    count_lists(connection, run.project_id, run.id).await
}

/// Access has made lists of devices without, or again with, what a lockdown keeps out. Its message and those of notifications
/// come in either order, so the versions are stored until the run, or its end, is here.
pub async fn set_list_versions(connection: &mut PgConnection, applied: &LockdownApplied, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO lockdown_lists AS l (run_id, device_id, is_released, project_id, version, received_at)
         SELECT $2, d, $5, $1, v, $6 FROM unnest($3::bigint[], $4::bigint[]) n (d, v)
         ON CONFLICT (run_id, device_id, is_released) DO UPDATE SET version = greatest(l.version, excluded.version)
             WHERE l.project_id = excluded.project_id",
    )
    .bind(applied.project_id)
    .bind(applied.run_id)
    .bind(applied.devices.iter().map(|device| device.device_id).collect::<Vec<_>>())
    .bind(applied.devices.iter().map(|device| device.list_version).collect::<Vec<_>>())
    .bind(applied.is_released)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    count_lists(connection, applied.project_id, applied.run_id).await
}

/// Doors that access has shut although the run did not begin with them, as they came into its groups later. The run is locked, so
/// that its end restores them, too. Returns their devices.
pub async fn add_doors(connection: &mut PgConnection, project_id: i64, run_id: i64) -> Result<Vec<i64>> {
    let added: Vec<i64> = sqlx::query_scalar(
        "WITH shut AS (
             SELECT l.device_id FROM lockdown_lists l JOIN alert_runs r ON r.id = l.run_id AND r.project_id = l.project_id
             WHERE l.project_id = $1 AND l.run_id = $2 AND NOT l.is_released AND r.status = 1 AND r.is_lockdown
                 AND NOT EXISTS (SELECT 1 FROM alert_actions a WHERE a.run_id = l.run_id AND a.device_id = l.device_id AND a.part = -1)
             FOR SHARE OF r),
         devices AS (
             INSERT INTO alert_run_devices (run_id, device_id, project_id) SELECT $2, device_id, $1 FROM shut ON CONFLICT DO NOTHING)
         SELECT device_id FROM shut ORDER BY device_id",
    )
    .bind(project_id)
    .bind(run_id)
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO alert_actions (run_id, device_id, part, project_id, state) SELECT $1, d, -1, $2, $3 FROM unnest($4::bigint[]) d ON CONFLICT DO NOTHING",
    )
    .bind(run_id)
    .bind(project_id)
    .bind(door::WAITING)
    .bind(&added)
    .execute(&mut *connection)
    .await?;
    count_lists(connection, project_id, run_id).await?;
    Ok(added)
}

/// Doors that are to be shut or restored count the version that access has made for that.
async fn count_lists(connection: &mut PgConnection, project_id: i64, run_id: i64) -> Result<()> {
    sqlx::query(
        "UPDATE alert_actions a SET list_version = l.version FROM lockdown_lists l
         WHERE a.project_id = $1 AND a.run_id = $2 AND a.part = -1 AND l.project_id = $1 AND l.run_id = $2 AND l.device_id = a.device_id
             AND (l.is_released AND a.state = $3 OR NOT l.is_released AND a.state IN ($4, $5))",
    )
    .bind(project_id)
    .bind(run_id)
    .bind(door::RESTORING)
    .bind(door::WAITING)
    .bind(door::SHUT)
    .execute(connection)
    .await?;
    Ok(())
}
