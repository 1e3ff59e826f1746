//! What a call leaves behind: its snapshot, what consoles are told, its row, the history. One task a call does so in
//! order, so that no call waits for a database.
use std::sync::Arc;
use std::time::Duration;

use kit::{realtime, telemetry};
use tokio::sync::mpsc;

use super::saved::{self, Snapshot};
use super::{Switchboard, push, sos};
use crate::domain::route::Route;
use crate::domain::speech::Status;
use crate::store::call_record::{self, Record};
use crate::store::speech::{self, Row};

/// Changes of a call that wait to be written; a call has a handful.
const WAITING: usize = 32;
/// Tries to write while the database is away, and the pause before the next, which doubles up to the longest.
pub const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// That somebody called for help is worth a quarter of an hour.
pub const SOS_TRIES: u32 = 35;

/// A step of a call.
pub struct Note {
    pub status: Status,
    pub answered_by: Option<String>,
    /// What the next process needs to go on with it; None while the caller is not answered.
    pub snapshot: Option<Box<Snapshot>>,
    /// The call is over.
    pub record: Option<Box<Record>>,
}

#[derive(Clone)]
pub struct Recorder(mpsc::Sender<Note>);

impl Recorder {
    pub fn start(board: Arc<Switchboard>, id: String, route: Route, created_at: time::OffsetDateTime) -> (Recorder, Written) {
        let (sender, mut notes) = mpsc::channel(WAITING);
        let (done, written) = tokio::sync::oneshot::channel();
        let service = board.context.service;
        telemetry::spawn(service, "write a call down", async move {
            let keeper = Keeper { board, id, route, created_at };
            while let Some(note) = notes.recv().await {
                keeper.keep(note).await;
            }
            let _nobody_waits = done.send(());
        });
        (Recorder(sender), written)
    }

    pub async fn note(&self, note: Note) {
        let _the_task_lives_as_long = self.0.send(note).await;
    }
}

/// Resolves when everything is written.
pub type Written = tokio::sync::oneshot::Receiver<()>;

struct Keeper {
    board: Arc<Switchboard>,
    id: String,
    route: Route,
    created_at: time::OffsetDateTime,
}

impl Keeper {
    async fn keep(&self, note: Note) {
        tracing::debug!(call = self.id, status = note.status.word(), "is written down");
        match (&note.snapshot, &note.record) {
            (_, Some(_)) => saved::forget(&self.board, &self.id).await,
            (Some(snapshot), None) => saved::keep(&self.board, snapshot).await,
            (None, None) => {}
        }
        let call = push::call(&self.id, &self.route, note.status, note.answered_by.as_deref(), self.created_at);
        for push in push::updated(&self.route, &call) {
            realtime::push(&self.board.context, push).await;
        }
        let mut patience = Patience::of(if self.route.is_sos && note.record.is_some() { SOS_TRIES } else { TRIES });
        while patience.again(&self.board, &self.id, self.write(&note).await).await {}
    }

    async fn write(&self, note: &Note) -> kit::Result<()> {
        let context = &self.board.context;
        let mut tx = context.database.tenant(self.route.project_id).await?;
        let is_new = match &note.record {
            Some(record) => {
                let was_known = speech::remove(&mut tx, &self.id).await?;
                call_record::insert(&mut tx, record).await? && !was_known
            }
            None => speech::write(&mut tx, &self.row(note), context.clock.now()).await?,
        };
        if is_new && self.route.is_sos {
            sos::tell(&mut tx, self.route.project_id, &self.id, &self.route.from, self.created_at).await?;
        }
        Ok(tx.commit().await?)
    }

    fn row(&self, note: &Note) -> Row {
        let route = &self.route;
        Row {
            id: self.id.clone(),
            project_id: route.project_id,
            shard: self.board.config.shard,
            kind: push::kind(route.kind),
            status: note.status.word(),
            caller: route.from.number.clone(),
            callee: route.to.number.clone(),
            answered_by: note.answered_by.clone(),
            is_sos: route.is_sos,
            candidates: push::candidates(route),
            info: push::info(route),
            created_at: self.created_at,
        }
    }
}

/// How often something is tried to be written, while the database is away.
pub struct Patience {
    tries: u32,
    pause: Duration,
}

impl Patience {
    pub fn of(tries: u32) -> Self {
        Patience { tries, pause: PAUSE }
    }

    /// Whether to try again, now; what is not written in the end is counted.
    pub async fn again(&mut self, board: &Switchboard, call: &str, written: kit::Result<()>) -> bool {
        let Err(error) = written else { return false };
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            tracing::error!(call, error = format!("{error:#}"), "what became of a call is not written");
            board.counters.records_lost.inc();
            return false;
        }
        tokio::time::sleep(self.pause).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        true
    }
}
