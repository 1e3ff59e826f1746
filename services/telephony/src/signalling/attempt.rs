//! Calls that rang nobody. Each is an attempt, which the history has, and one for help is told as any other that is:
//! whatever stood in its way.
use std::sync::Arc;

use time::OffsetDateTime;
use tracing::Instrument;

use super::push;
use super::record::{SOS_WRITE_ATTEMPTS, WRITE_ATTEMPTS, WriteRetry};
use super::switchboard::Switchboard;
use crate::domain::outcome::Outcome;
use crate::domain::route::{Incoming, Kind, Party};
use crate::publish;
use crate::store::call_history::{self, CallRecord};
use crate::store::routing;

struct CallAttempt {
    id: String,
    created_at: OffsetDateTime,
    incoming: Incoming,
    outcome: Outcome,
}

/// Writes it down, soon: no caller waits for a database to be told no.
pub fn record(board: &Arc<Switchboard>, incoming: &Incoming, outcome: Outcome) {
    let places = if incoming.is_sos { &board.attempts.places_for_help } else { &board.attempts.places };
    let Ok(place) = places.clone().try_acquire_owned() else {
        tracing::error!(project = incoming.project_id, number = incoming.caller, is_sos = incoming.is_sos, "a call that was refused is not written");
        board.counters.records_lost.inc();
        return;
    };
    let attempt = CallAttempt { id: board.registry.new_id(), created_at: board.context.clock.now(), incoming: incoming.clone(), outcome };
    let of_task = board.clone();
    let writing = async move {
        let _place = place;
        let mut retry = WriteRetry::new(if attempt.incoming.is_sos { SOS_WRITE_ATTEMPTS } else { WRITE_ATTEMPTS });
        while retry.next(&of_task, &attempt.id, write(&of_task, &attempt).await).await {}
    };
    board.attempts.tasks.spawn(writing.in_current_span());
}

async fn write(board: &Switchboard, attempt: &CallAttempt) -> kit::Result<()> {
    let CallAttempt { id, created_at, incoming, outcome } = attempt;
    let mut tx = board.context.database.tenant(incoming.project_id).await?;
    let from = routing::party(&mut tx, incoming.project_id, &incoming.caller).await?;
    // Whatever a person's phone says, help is called for at a panel.
    let is_sos = incoming.is_sos && from.device_id != 0;
    let record = CallRecord {
        call_id: id.clone(),
        project_id: incoming.project_id,
        created_at: *created_at,
        outcome: *outcome,
        kind: push::kind(if is_sos { Kind::Awaiting } else { Kind::Normal }),
        duration: 0,
        is_sos,
        to: routing::party(&mut tx, incoming.project_id, &incoming.callee).await?,
        answered_by: Party::default(),
        from,
    };
    let is_new = call_history::insert(&mut tx, &record).await?;
    if is_new && is_sos {
        publish::sos_called(&mut tx, record.project_id, id, &record.from, *created_at).await?;
    }
    Ok(tx.commit().await?)
}
