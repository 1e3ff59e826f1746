//! The tables of runs of emergency alerts: what is said of their devices, and whom a lockdown keeps out.
use kit::{Result, clock};
use proto::vestibule::events::v1::{AlertLockOutcome, AlertOutcome};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::domain::alert_run::{door, lock, sound};

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

/// New snapshots of devices in a run, for the event.
pub async fn snapshots(connection: &mut PgConnection, locked: &LockedRunDevices) -> Result<Vec<AlertOutcome>> {
    let rows: Vec<OutcomeRow> = sqlx::query_as(
        "WITH changed AS (UPDATE alert_run_devices SET version = version + 1 WHERE run_id = $1 AND device_id = ANY($2) RETURNING run_id, device_id, version)
         SELECT c.device_id, c.version,
             (SELECT jsonb_agg(jsonb_build_object('part', a.part, 'state', a.state, 'error', a.error,
                  'at', to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'),
                  'is_over', CASE WHEN a.part = -1 THEN a.state <> 4 AND r.status <> 1 ELSE a.due_at IS NULL AND r.status <> 1 AND NOT a.may_play END)
                  ORDER BY a.part)
              FROM alert_actions a JOIN alert_runs r ON r.id = a.run_id WHERE a.run_id = c.run_id AND a.device_id = c.device_id) AS parts
         FROM changed c ORDER BY c.device_id",
    )
    .bind(locked.run_id)
    .bind(&locked.device_ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(encode).collect())
}

fn encode(row: OutcomeRow) -> AlertOutcome {
    let at = |text: &Option<String>| {
        let at = text.as_deref().and_then(|text| OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339).ok());
        at.map(clock::to_proto)
    };
    let word = |words: &[&str], number: i16| words.get(usize::try_from(number - 1).unwrap_or_default()).copied().unwrap_or_default().to_owned();
    let sound_part = row.parts.iter().find(|part| part.part == 0);
    let door_part = row.parts.iter().find(|part| part.part == -1);
    let of_lock = |part: &PartOutcome| AlertLockOutcome {
        number: part.part.into(),
        state: word(&lock::WORDS, part.state),
        error: part.error.clone(),
        at: at(&part.at),
    };
    AlertOutcome {
        device_id: row.device_id,
        version: row.version,
        state: sound_part.map_or("none".to_owned(), |part| word(&sound::WORDS, part.state)),
        error: sound_part.map(|part| part.error.clone()).unwrap_or_default(),
        at: sound_part.or(door_part).and_then(|part| at(&part.at)),
        locks: row.parts.iter().filter(|part| part.part > 0).map(of_lock).collect(),
        door_state: door_part.map_or("none".to_owned(), |part| word(&door::WORDS, part.state)),
        is_over: row.parts.iter().all(|part| part.is_over),
    }
}

/// Whether a lockdown keeps somebody of these groups out of a device.
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
             AND ($2 = ANY(r.device_ids) OR EXISTS (SELECT 1 FROM group_closure c WHERE c.descendant_id = $3 AND c.ancestor_id = ANY(r.group_ids)))
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
