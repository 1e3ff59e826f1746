//! The tables of runs of emergency alerts: what is said of their devices, and whom a lockdown keeps out.
mod publish;

use kit::Result;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

pub use publish::snapshots;

#[derive(Clone, Debug, sqlx::FromRow)]
struct OutcomeRow {
    device_id: i64,
    version: i64,
    parts: Json<Vec<PartOutcome>>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct PartOutcome {
    part: i16,
    state: i16,
    error: String,
    at: Option<String>,
    is_over: bool,
}

/// Devices of a run that are locked until the transaction ends: so that a snapshot of one has every change before it.
#[derive(Clone, Debug)]
pub struct LockedRunDevices {
    run_id: i64,
    device_ids: Vec<i64>,
}

/// Locks them in the order of their ids. None of `device_ids`: all of the run.
pub async fn lock_devices(connection: &mut PgConnection, run_id: i64, device_ids: Option<&[i64]>) -> Result<LockedRunDevices> {
    let device_ids = sqlx::query_scalar(
        "SELECT device_id FROM alert_run_devices WHERE run_id = $1 AND ($2::bigint[] IS NULL OR device_id = ANY($2)) ORDER BY device_id FOR UPDATE",
    )
    .bind(run_id)
    .bind(device_ids)
    .fetch_all(connection)
    .await?;
    Ok(LockedRunDevices { run_id, device_ids })
}

/// Whether a lockdown keeps somebody of these groups out of a device: one in its groups, or one that it has shut, wherever that
/// was moved to meanwhile.
pub async fn is_locked_down(
    connection: &mut PgConnection,
    project_id: i64,
    device: (i64, i64),
    user_groups: &[i64],
    now: OffsetDateTime,
) -> Result<bool> {
    let (device_id, group_id) = device;
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM alert_runs r WHERE r.project_id = $1 AND r.status = 1 AND r.is_lockdown AND r.ends_at > $5
             AND ($2 = ANY(r.device_ids) OR EXISTS (SELECT 1 FROM alert_actions a WHERE a.run_id = r.id AND a.device_id = $2 AND a.part = -1)
                 OR EXISTS (SELECT 1 FROM group_closure c WHERE c.descendant_id = $3 AND c.ancestor_id = ANY(r.group_ids)))
             AND NOT EXISTS (SELECT 1 FROM group_closure c WHERE c.descendant_id = ANY($4) AND c.ancestor_id = ANY(r.pass_group_ids)))",
    )
    .bind(project_id)
    .bind(device_id)
    .bind(group_id)
    .bind(user_groups)
    .bind(now)
    .fetch_one(connection)
    .await?)
}
