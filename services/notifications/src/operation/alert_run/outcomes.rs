use kit::clock::from_proto;
use kit::realtime::Push;
use kit::{Clock, Result};
use proto::vestibule::events::v1::{AlertOutcome, AlertOutcomesChanged};
use sqlx::PgConnection;

use super::follow_up;
use crate::domain::alert_run::{AlertLock, AlertRunStatus, DOOR_STATES, LOCK_STATES, PLAY_STATES, state_number};
use crate::publish;
use crate::store::alert_run::{self as store, DeviceOutcome};

/// What devices did, from device-gateway. A run that somebody has ended is over as soon as all its devices are.
pub async fn write_outcomes(connection: &mut PgConnection, clock: &Clock, event: AlertOutcomesChanged) -> Result<Option<Push>> {
    let Some(run) = store::lock(connection, event.project_id, event.run_id).await? else { return Ok(None) };
    let outcomes: Vec<DeviceOutcome> = event.items.into_iter().filter_map(decode).collect();
    let are_all_over = store::write_outcomes(connection, &run, &outcomes).await?;
    let now = clock.now();
    if are_all_over && run.status(now) == AlertRunStatus::Stopping {
        let stopped = store::set_status(connection, &run, AlertRunStatus::Stopped, None, None, now).await?;
        publish::alert_run_changed(connection, &stopped, None, now).await?;
    }
    Ok(Some(follow_up::push(run.project_id, run.alert_id, run.id)))
}

/// None for a state of a newer release.
fn decode(item: AlertOutcome) -> Option<DeviceOutcome> {
    let lock = |lock: proto::vestibule::events::v1::AlertLockOutcome| {
        let state = state_number(&LOCK_STATES, &lock.state)?;
        Some(AlertLock { number: lock.number, state, error: lock.error, at: lock.at.as_ref().and_then(from_proto) })
    };
    Some(DeviceOutcome {
        device_id: item.device_id,
        version: item.version,
        state: state_number(&PLAY_STATES, &item.state)?,
        error: item.error,
        at: item.at.as_ref().and_then(from_proto),
        locks: item.locks.into_iter().filter_map(lock).collect(),
        door_state: state_number(&DOOR_STATES, &item.door_state)?,
        is_over: item.is_over,
    })
}
