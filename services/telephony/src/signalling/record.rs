//! What a call leaves behind: its snapshot, what consoles are told, its row, the history. One task a call does so in
//! order, so that no call waits for a database.
use std::sync::Arc;
use std::time::Duration;

use kit::{realtime, telemetry};
use tokio::sync::mpsc;

use super::push;
use super::snapshot::{self, Snapshot};
use super::switchboard::Switchboard;
use crate::domain::call::CallStatus;
use crate::domain::route::Route;
use crate::publish;
use crate::store::active_call::{self, ActiveCallRow};
use crate::store::call_history::{self, CallRecord};

/// Changes of a call that wait to be written; a call has a handful.
const MAX_WAITING: usize = 32;
/// Tries to write while the database is away, and the pause before the next, which doubles up to the longest.
pub const WRITE_ATTEMPTS: u32 = 6;
const FIRST_RETRY_INTERVAL: Duration = Duration::from_millis(500);
const MAX_RETRY_INTERVAL: Duration = Duration::from_secs(30);
/// That somebody called for help is worth a quarter of an hour.
pub const SOS_WRITE_ATTEMPTS: u32 = 35;

/// A step of a call.
pub struct CallStep {
    pub status: CallStatus,
    pub answered_by: Option<String>,
    /// What the next process needs to go on with it; None while the caller is not answered.
    pub snapshot: Option<Box<Snapshot>>,
    /// The call is over.
    pub record: Option<Box<CallRecord>>,
}

#[derive(Clone)]
pub struct Recorder(mpsc::Sender<CallStep>);

impl Recorder {
    pub fn start(board: Arc<Switchboard>, id: String, route: Route, created_at: time::OffsetDateTime) -> (Recorder, Flushed) {
        let (sender, mut steps) = mpsc::channel(MAX_WAITING);
        let (done, written) = tokio::sync::oneshot::channel();
        let service = board.context.service;
        telemetry::spawn(service, "write a call down", async move {
            let writer = StepWriter { board, id, route, created_at };
            while let Some(step) = steps.recv().await {
                writer.save(step).await;
            }
            let _nobody_waits = done.send(());
        });
        (Recorder(sender), written)
    }

    pub async fn record(&self, step: CallStep) {
        let _the_task_lives_as_long = self.0.send(step).await;
    }
}

/// Resolves when everything is written.
pub type Flushed = tokio::sync::oneshot::Receiver<()>;

struct StepWriter {
    board: Arc<Switchboard>,
    id: String,
    route: Route,
    created_at: time::OffsetDateTime,
}

impl StepWriter {
    async fn save(&self, step: CallStep) {
        tracing::debug!(call = self.id, status = step.status.word(), "is written down");
        match (&step.snapshot, &step.record) {
            (_, Some(_)) => snapshot::delete(&self.board, &self.id).await,
            (Some(snapshot), None) => snapshot::save(&self.board, snapshot).await,
            (None, None) => {}
        }
        let call = push::call(&self.id, &self.route, step.status, step.answered_by.as_deref(), self.created_at);
        for push in push::updated(&self.route, &call) {
            realtime::push(&self.board.context, push).await;
        }
        let mut retry = WriteRetry::new(if self.route.is_sos && step.record.is_some() { SOS_WRITE_ATTEMPTS } else { WRITE_ATTEMPTS });
        while retry.next(&self.board, &self.id, self.write(&step).await).await {}
    }

    async fn write(&self, step: &CallStep) -> kit::Result<()> {
        let context = &self.board.context;
        let mut tx = context.database.tenant(self.route.project_id).await?;
        let is_new = match &step.record {
            Some(record) => {
                let was_known = active_call::delete(&mut tx, &self.id).await?;
                call_history::insert(&mut tx, record).await? && !was_known
            }
            None => active_call::upsert(&mut tx, &self.row(step), context.clock.now()).await?,
        };
        if is_new && self.route.is_sos {
            publish::sos_called(&mut tx, self.route.project_id, &self.id, &self.route.from, self.created_at).await?;
        }
        Ok(tx.commit().await?)
    }

    fn row(&self, step: &CallStep) -> ActiveCallRow {
        let route = &self.route;
        ActiveCallRow {
            id: self.id.clone(),
            project_id: route.project_id,
            shard: self.board.config.shard,
            kind: push::kind(route.kind),
            status: step.status.word(),
            caller: route.from.number.clone(),
            callee: route.to.number.clone(),
            answered_by: step.answered_by.clone(),
            is_sos: route.is_sos,
            candidates: push::candidates(route),
            info: push::info(route),
            created_at: self.created_at,
        }
    }
}

/// How often something is tried to be written, while the database is away.
pub struct WriteRetry {
    tries: u32,
    pause: Duration,
}

impl WriteRetry {
    pub fn new(tries: u32) -> Self {
        WriteRetry { tries, pause: FIRST_RETRY_INTERVAL }
    }

    /// Whether to try again, now; what is not written in the end is counted.
    pub async fn next(&mut self, board: &Switchboard, call: &str, written: kit::Result<()>) -> bool {
        let Err(error) = written else { return false };
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            tracing::error!(call, error = format!("{error:#}"), "what became of a call is not written");
            board.counters.records_lost.inc();
            return false;
        }
        tokio::time::sleep(self.pause).await;
        self.pause = (self.pause * 2).min(MAX_RETRY_INTERVAL);
        true
    }
}
