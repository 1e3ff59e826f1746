//! The rows of moves to another broker. For the platform itself, over all projects.
use std::collections::HashMap;

use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::broker_rollout::{RolloutState, RolloutStep};
use crate::store::group_path;

#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct RunningRollout {
    pub project_id: i64,
    pub broker_id: Option<i64>,
    pub url: Option<String>,
    pub step: i16,
    pub step_started_at: Option<OffsetDateTime>,
    pub user_id: i64,
    pub user_name: String,
}

pub(super) async fn list_running(connection: &mut PgConnection) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT project_id FROM broker_rollouts WHERE state = 1 ORDER BY project_id").fetch_all(connection).await?)
}

/// None when it has ended, or another process is at it.
pub(super) async fn lock(connection: &mut PgConnection, project_id: i64) -> Result<Option<RunningRollout>> {
    Ok(sqlx::query_as(
        "SELECT r.project_id, r.broker_id, b.url, r.step, r.step_started_at, r.user_id, r.user_name
         FROM broker_rollouts r LEFT JOIN project_brokers b ON b.id = r.broker_id
         WHERE r.project_id = $1 AND r.state = 1 FOR UPDATE OF r SKIP LOCKED",
    )
    .bind(project_id)
    .fetch_optional(connection)
    .await?)
}

/// Devices that have come over the broker that they were sent.
pub(super) async fn record_moved(connection: &mut PgConnection, project_id: i64) -> Result<()> {
    sqlx::query(
        "UPDATE broker_moves m SET outcome = 2 FROM devices d
         WHERE m.project_id = $1 AND m.outcome = 1 AND d.id = m.device_id AND d.status = 1 AND d.broker_id IS NOT DISTINCT FROM m.broker_id",
    )
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Devices of the project that speak MQTT, and those that were chosen in this step.
pub(super) async fn count(connection: &mut PgConnection, rollout: &RunningRollout) -> Result<(i64, i64)> {
    Ok(sqlx::query_as(
        "SELECT (SELECT count(*) FROM devices WHERE project_id = $1 AND protocol = 2 AND NOT deleted),
             (SELECT count(*) FROM broker_moves WHERE project_id = $1 AND step = $2)",
    )
    .bind(rollout.project_id)
    .bind(rollout.step)
    .fetch_one(connection)
    .await?)
}

/// Chooses devices that are not at the broker: those that are online, and with `all` the others too. They are locked in the order of
/// their ids.
pub(super) async fn insert_moves(connection: &mut PgConnection, rollout: &RunningRollout, limit: i64, all: bool) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "INSERT INTO broker_moves (device_id, project_id, broker_id, step, is_counted)
         SELECT d.id, d.project_id, $2, $3, d.status = 1 FROM devices d
         WHERE d.project_id = $1 AND d.protocol = 2 AND NOT d.deleted AND d.broker_id IS DISTINCT FROM $2 AND (d.status = 1 OR $5)
           AND NOT EXISTS (SELECT 1 FROM broker_moves m WHERE m.device_id = d.id)
         ORDER BY d.id LIMIT $4 FOR NO KEY UPDATE OF d RETURNING device_id",
    )
    .bind(rollout.project_id)
    .bind(rollout.broker_id)
    .bind(rollout.step)
    .bind(limit)
    .bind(all)
    .fetch_all(connection)
    .await?)
}

/// Whether a device is still to be moved, online or not.
pub(super) async fn has_candidates(connection: &mut PgConnection, rollout: &RunningRollout) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM devices d WHERE d.project_id = $1 AND d.protocol = 2 AND NOT d.deleted AND d.broker_id IS DISTINCT FROM $2
           AND NOT EXISTS (SELECT 1 FROM broker_moves m WHERE m.device_id = d.id))",
    )
    .bind(rollout.project_id)
    .bind(rollout.broker_id)
    .fetch_one(connection)
    .await?)
}

pub(super) async fn start_step(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<()> {
    let statement = "UPDATE broker_rollouts SET step_started_at = $2 WHERE project_id = $1";
    sqlx::query(statement).bind(project_id).bind(now).execute(connection).await?;
    Ok(())
}

/// Devices of the step that were online when they were sent the broker, and those of them that have come back.
pub(super) async fn count_step(connection: &mut PgConnection, rollout: &RunningRollout) -> Result<(i64, i64)> {
    Ok(sqlx::query_as("SELECT count(*), count(*) FILTER (WHERE outcome = 2) FROM broker_moves WHERE project_id = $1 AND step = $2 AND is_counted")
        .bind(rollout.project_id)
        .bind(rollout.step)
        .fetch_one(connection)
        .await?)
}

pub(super) async fn set_step(connection: &mut PgConnection, project_id: i64, step: RolloutStep) -> Result<()> {
    let statement = "UPDATE broker_rollouts SET step = $2, step_started_at = NULL WHERE project_id = $1";
    sqlx::query(statement).bind(project_id).bind(step as i16).execute(connection).await?;
    Ok(())
}

/// Devices of the step that have not come back; with `all` also those that are to be sent the broker when they are online. They are
/// locked in the order of their ids, in which they are answered.
pub(super) async fn fail(connection: &mut PgConnection, rollout: &RunningRollout, all: bool) -> Result<Vec<i64>> {
    let mut failed: Vec<i64> = sqlx::query_scalar(
        "WITH locked AS MATERIALIZED (
             SELECT d.id FROM devices d JOIN broker_moves n ON n.device_id = d.id
             WHERE n.project_id = $1 AND n.step = $2 AND n.outcome = 1 AND (n.is_counted OR $3) ORDER BY d.id FOR NO KEY UPDATE OF d)
         UPDATE broker_moves m SET outcome = 3 FROM locked WHERE m.device_id = locked.id AND m.outcome = 1 RETURNING m.device_id",
    )
    .bind(rollout.project_id)
    .bind(rollout.step)
    .bind(all)
    .fetch_all(connection)
    .await?;
    failed.sort_unstable();
    Ok(failed)
}

pub(super) async fn finish(
    connection: &mut PgConnection,
    project_id: i64,
    state: RolloutState,
    error: Option<&str>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query("UPDATE broker_rollouts SET state = $2, error = $3, ended_at = $4 WHERE project_id = $1")
        .bind(project_id)
        .bind(state as i16)
        .bind(error)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Those that moved, and those that failed.
pub(super) async fn count_outcomes(connection: &mut PgConnection, project_id: i64) -> Result<(i64, i64)> {
    let statement = "SELECT count(*) FILTER (WHERE outcome = 2), count(*) FILTER (WHERE outcome = 3) FROM broker_moves WHERE project_id = $1";
    Ok(sqlx::query_as(statement).bind(project_id).fetch_one(connection).await?)
}

/// The groups above each device.
pub(super) async fn group_paths(connection: &mut PgConnection, device_ids: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    if device_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let statement = "SELECT id, domain_id FROM devices WHERE id = ANY($1)";
    let groups: Vec<(i64, i64)> = sqlx::query_as(statement).bind(device_ids).fetch_all(&mut *connection).await?;
    let paths = group_path::find_many(connection, &groups.iter().map(|(_, group)| *group).collect::<Vec<_>>()).await?;
    Ok(groups.into_iter().map(|(id, group)| (id, paths.get(&group).cloned().unwrap_or_default())).collect())
}

/// Brokers over which no device comes, to which none is moved, and at which none may be: a device has come elsewhere since it may have gone
/// there, or is deleted.
pub(super) async fn delete_unused_brokers(connection: &mut PgConnection) -> Result<()> {
    sqlx::query(
        "DELETE FROM possible_brokers p USING devices d
         WHERE d.id = p.device_id AND (d.deleted OR d.status = 1 AND d.status_changed_at > p.since AND (d.protocol = 1 OR d.broker_id IS DISTINCT FROM p.broker_id))",
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM project_brokers b WHERE NOT EXISTS (SELECT 1 FROM devices d WHERE d.broker_id = b.id)
           AND NOT EXISTS (SELECT 1 FROM broker_rollouts r WHERE r.broker_id = b.id)
           AND NOT EXISTS (SELECT 1 FROM broker_moves m WHERE m.broker_id = b.id)
           AND NOT EXISTS (SELECT 1 FROM possible_brokers p WHERE p.broker_id = b.id)",
    )
    .execute(connection)
    .await?;
    Ok(())
}
