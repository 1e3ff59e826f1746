//! Calls without a caller: the platform tells people of an alarm that nobody has taken. Calls wait in a table, are claimed by the replica
//! that places them, and are placed once whatever becomes of a replica (`store::alarm_call`).
mod actor;
mod phone;

use std::sync::Arc;
use std::time::Duration;

use kit::Result;
use kit::telemetry::span;
use tokio::sync::mpsc;
use tracing::Instrument;

use super::event::MAX_WAITING_EVENTS;
use super::switchboard::Switchboard;
use crate::operation::alarm_call::check;
use crate::store::alarm_call::{self, AlarmCallPerson, ClaimedAlarmCall};
use actor::Actor;

/// How often a replica looks for calls to be placed.
const CLAIM_INTERVAL: Duration = Duration::from_secs(2);
/// When a call is claimed again that could not be placed because something is away.
const RETRY_INTERVAL: time::Duration = time::Duration::seconds(10);
/// Calls of a replica at the same time.
const MAX_CALLS: usize = 100;

/// Places the calls that are due until it is dropped.
pub(super) async fn place_due(board: &Arc<Switchboard>) {
    loop {
        if let Err(error) = claim_due(board).await {
            tracing::warn!(error = format!("{error:#}"), "calls because of alarms cannot be read: tried again");
        }
        tokio::time::sleep(CLAIM_INTERVAL).await;
    }
}

async fn claim_due(board: &Arc<Switchboard>) -> Result<()> {
    let (database, clock) = (&board.context.database, &board.context.clock);
    let expired = alarm_call::delete_expired(database, clock.now()).await?;
    if expired > 0 {
        tracing::warn!(expired, "calls because of alarms were not placed in time");
    }
    while board.alarm_calls.len() < MAX_CALLS {
        let Some(call) = alarm_call::claim(database, clock.now()).await? else { return Ok(()) };
        let span = span::task(board.context.service, "call people because of an alarm", call.traceparent.as_deref());
        board.alarm_calls.spawn(place(board.clone(), call).instrument(span));
    }
    Ok(())
}

async fn place(board: Arc<Switchboard>, call: ClaimedAlarmCall) {
    let ended = match try_place(&board, &call).await {
        Ok(Placed::Over) => alarm_call::delete(&board.context.database, &call).await,
        Ok(Placed::Interrupted) => alarm_call::release(&board.context.database, &call, board.context.clock.now()).await,
        // Another replica has it.
        Ok(Placed::Lost) => Ok(()),
        Err(error) => {
            tracing::warn!(alarm = call.alarm_id, error = format!("{error:#}"), "people are not called because of an alarm, for now");
            alarm_call::release(&board.context.database, &call, board.context.clock.now() + RETRY_INTERVAL).await
        }
    };
    if let Err(error) = ended {
        tracing::warn!(alarm = call.alarm_id, error = format!("{error:#}"), "what became of a call because of an alarm is not written");
    }
}

/// What became of a call that was claimed.
enum Placed {
    Over,
    /// The process ends.
    Interrupted,
    /// The claim ended.
    Lost,
}

async fn try_place(board: &Arc<Switchboard>, call: &ClaimedAlarmCall) -> Result<Placed> {
    let mut reader = board.context.database.read(call.project_id).await?;
    let people = alarm_call::people(&mut reader, call.project_id, &call.user_ids).await?;
    let locale = alarm_call::locale(&mut reader, call.project_id).await?;
    drop(reader);
    let Some(people) = permitted(board, call, people).await? else { return Ok(Placed::Over) };
    if people.iter().all(|person| person.numbers.is_empty()) {
        tracing::info!(alarm = call.alarm_id, "nobody can be called because of an alarm");
        return Ok(Placed::Over);
    }
    Ok(Actor::new(board.clone(), call.clone(), people, mpsc::channel(MAX_WAITING_EVENTS)).run(&locale).await)
}

/// Those of the people who may take the alarm at this moment; None where it does not wait for anybody any more.
async fn permitted(board: &Switchboard, call: &ClaimedAlarmCall, people: Vec<AlarmCallPerson>) -> Result<Option<Vec<AlarmCallPerson>>> {
    let allowed = check(&board.context, call.project_id, call.alarm_id, &people).await?;
    Ok(allowed.map(|allowed| people.into_iter().filter(|person| allowed.contains(&person.user_id)).collect()))
}
