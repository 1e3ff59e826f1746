//! Calls that rang nobody. Each is an attempt, which the history has, and one for help is told as any other that is:
//! whatever stood in its way.
use std::sync::Arc;

use time::OffsetDateTime;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use super::record::{Patience, SOS_TRIES, TRIES};
use super::{Switchboard, push, sos};
use crate::domain::outcome::Outcome;
use crate::domain::route::{Incoming, Kind, Party};
use crate::store::call_record::{self, Record};
use crate::store::routing;

/// Attempts that wait to be written while the database is away, and besides those, calls for help.
const WAITING: usize = 500;
const WAITING_FOR_HELP: usize = 500;

pub struct Attempts {
    places: Arc<Semaphore>,
    places_for_help: Arc<Semaphore>,
    tasks: TaskTracker,
}

struct Attempt {
    id: String,
    created_at: OffsetDateTime,
    incoming: Incoming,
    outcome: Outcome,
}

impl Attempts {
    pub fn new() -> Self {
        Attempts { places: Arc::new(Semaphore::new(WAITING)), places_for_help: Arc::new(Semaphore::new(WAITING_FOR_HELP)), tasks: TaskTracker::new() }
    }

    /// When every attempt is written; later ones are not waited for.
    pub async fn written(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Writes it down, soon: no caller waits for a database to be told no.
pub fn keep(board: &Arc<Switchboard>, incoming: &Incoming, outcome: Outcome) {
    let places = if incoming.is_sos { &board.attempts.places_for_help } else { &board.attempts.places };
    let Ok(place) = places.clone().try_acquire_owned() else {
        tracing::error!(project = incoming.project_id, number = incoming.caller, is_sos = incoming.is_sos, "a call that was refused is not written");
        board.counters.records_lost.inc();
        return;
    };
    let attempt = Attempt { id: board.registry.new_id(), created_at: board.context.clock.now(), incoming: incoming.clone(), outcome };
    let of_task = board.clone();
    let writing = async move {
        let _place = place;
        let mut patience = Patience::of(if attempt.incoming.is_sos { SOS_TRIES } else { TRIES });
        while patience.again(&of_task, &attempt.id, write(&of_task, &attempt).await).await {}
    };
    board.attempts.tasks.spawn(writing.in_current_span());
}

async fn write(board: &Switchboard, attempt: &Attempt) -> kit::Result<()> {
    let Attempt { id, created_at, incoming, outcome } = attempt;
    let mut tx = board.context.database.tenant(incoming.project_id).await?;
    let from = routing::party(&mut tx, incoming.project_id, &incoming.caller).await?;
    // Whatever a person's phone says, help is called for at a panel.
    let is_sos = incoming.is_sos && from.device_id != 0;
    let record = Record {
        speech_id: id.clone(),
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
    let is_new = call_record::insert(&mut tx, &record).await?;
    if is_new && is_sos {
        sos::tell(&mut tx, record.project_id, id, &record.from, *created_at).await?;
    }
    Ok(tx.commit().await?)
}
