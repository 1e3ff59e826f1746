//! What devices of a run have done, as the event says it.
use kit::{Result, clock};
use proto::vestibule::events::v1::{AlertLockOutcome, AlertOutcome};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{LockedRunDevices, OutcomeRow, PartOutcome};
use crate::domain::alert_run::{door, lock, sound};

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
