//! One call: an actor that hears of its legs, its media and the clock, has `domain::speech` decide what that means,
//! and carries out the effects.
mod clock;
mod dialogue;
mod effects;
mod phones;
mod sessions;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kit::telemetry;
use rsipstack::dialog::dialog::DialogStateReceiver;
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::StatusCode;
use time::OffsetDateTime;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::leg::{self, Answer, Destination, LegEvent, LegId};
use super::record::{Note, Recorder, Written};
use super::saved::{self, Snapshot};
use super::{Switchboard, message, push};
use crate::domain::outcome::Outcome;
use crate::domain::ringing::Ringing;
use crate::domain::route::{Kind, Party, Route};
use crate::domain::session_timer::Timer;
use crate::domain::speech::{Input, Speech, Status};
use crate::media::{Profile, Session, Side};
use clock::Clock;
use phones::Phones;
use sessions::Refreshed;

/// Events that wait for the call: its phones ring at once, and each says so.
pub const INBOX: usize = 256;
/// The sounds, as files of the sounds' folder.
const QUEUE: &str = "queue";
const HOLD: &str = "hold";

pub type Inbox = (mpsc::Sender<Event>, mpsc::Receiver<Event>);

/// What a call hears of besides its caller.
pub enum Event {
    Leg(LegId, LegEvent),
    /// A target of a stage was looked up.
    Found(Found),
    /// Somebody came by an INVITE with the call's id.
    Came(Box<Arrival>),
    /// The operator answered an offer of ours within the call.
    Reanswered {
        leg: LegId,
        offer: String,
        answer: String,
    },
    /// A refresh of ours was answered; by the caller without a leg.
    Refreshed {
        leg: Option<LegId>,
        refreshed: Refreshed,
    },
    Stop,
}

/// A target and its phones; or why there are none.
pub struct Found {
    pub stage: usize,
    pub party: Party,
    pub phones: Result<Vec<Destination>, Outcome>,
}

pub struct Arrival {
    pub dialog: InviteDialog,
    pub states: DialogStateReceiver,
    pub offer: String,
    pub profile: Profile,
    pub number: String,
}

/// Who speaks with the caller, or is about to.
struct Operator {
    leg: LegId,
    dialog: InviteDialog,
    way: Way,
    /// Once its INVITE is answered.
    timer: Option<Timer>,
}

/// How an operator came to the call, until it is bridged.
enum Way {
    /// It was rung, and answered this.
    Rung {
        profile: Profile,
        sdp: String,
    },
    /// It came, and offers this.
    Came {
        profile: Profile,
        offer: String,
    },
    Bridged {
        asks_for_video: bool,
    },
}

pub struct Actor {
    board: Arc<Switchboard>,
    id: String,
    route: Route,
    candidates: Vec<String>,
    speech: Speech,
    created_at: OffsetDateTime,
    answered_at: Option<OffsetDateTime>,
    answered: Party,
    caller: InviteDialog,
    caller_is_answered: bool,
    caller_timer: Option<Timer>,
    media: Session,
    phones: Phones,
    operator: Option<Operator>,
    clock: Clock,
    recorder: Recorder,
    written: Written,
    inbox: mpsc::Receiver<Event>,
    to_self: mpsc::Sender<Event>,
}

impl Actor {
    /// A call that has come. None: there are too many.
    pub fn new(board: Arc<Switchboard>, route: Route, caller: InviteDialog, profile: Profile, offer: String, inbox: Inbox) -> Option<Actor> {
        let id = board.registry.new_id();
        if !board.registry.add(&id, &route, inbox.0.clone(), Status::New) {
            return None;
        }
        let created_at = board.context.clock.now();
        let (recorder, written) = Recorder::start(board.clone(), id.clone(), route.clone(), created_at);
        Some(Actor {
            media: Session::new(board.ng.clone(), id.clone(), profile, offer),
            speech: Speech::new(route.kind),
            candidates: push::candidates(&route),
            phones: Phones::new(&route.stages),
            clock: Clock::new(route.longest_state()),
            answered_at: None,
            answered: Party::default(),
            caller_is_answered: false,
            caller_timer: None,
            operator: None,
            inbox: inbox.1,
            to_self: inbox.0,
            board,
            id,
            route,
            created_at,
            caller,
            recorder,
            written,
        })
    }

    /// A call of the process before.
    pub fn restored(
        board: Arc<Switchboard>,
        snapshot: Snapshot,
        caller: InviteDialog,
        operator: Option<InviteDialog>,
        inbox: Inbox,
    ) -> anyhow::Result<Actor> {
        let Snapshot { id, route, mut speech, created_at, answered_at, answered, media, caller: caller_leg, operator: operator_leg } = snapshot;
        if operator.is_none() && speech.status == Status::Answered {
            anyhow::bail!("it has no operator");
        }
        // Phones that rang did so for the process that is gone.
        if matches!(speech.status, Status::New | Status::Calling) {
            speech.status = Status::Waiting;
        }
        anyhow::ensure!(board.registry.add(&id, &route, inbox.0.clone(), speech.status), "there are too many calls");
        let (recorder, written) = Recorder::start(board.clone(), id.clone(), route.clone(), created_at);
        let mut clock = Clock::new(route.longest_state());
        clock.status(speech.status, Instant::now());
        let operator = operator.map(|dialog| {
            let timer = sessions::restored(&id, operator_leg.and_then(|leg| leg.session), &board);
            Operator { leg: 0, dialog, way: Way::Bridged { asks_for_video: false }, timer: Some(timer) }
        });
        Ok(Actor {
            media: Session::restored(board.ng.clone(), media),
            candidates: push::candidates(&route),
            phones: Phones::none(),
            operator,
            caller_timer: Some(sessions::restored(&id, caller_leg.session, &board)),
            caller_is_answered: true,
            inbox: inbox.1,
            to_self: inbox.0,
            board,
            id,
            route,
            speech,
            created_at,
            answered_at,
            answered,
            caller,
            clock,
            recorder,
            written,
        })
    }

    /// In the trace of the INVITE, whose own span is over when it rings.
    pub fn start(self, caller_states: DialogStateReceiver) {
        telemetry::spawn(self.board.context.service, "a call", self.run(caller_states));
    }

    async fn run(mut self, mut caller_states: DialogStateReceiver) {
        let leaving = self.board.leaving.clone();
        tracing::debug!(call = self.id, is_sos = self.route.is_sos, "a call");
        self.begin().await;
        while self.speech.status != Status::Destroyed {
            let next_refresh = self.next_refresh();
            tokio::select! {
                state = caller_states.recv() => match state.map(leg::event) {
                    Some(Some(event)) => self.of_caller(event).await,
                    Some(None) => {}
                    None => self.happen(Input::CallerHungUp).await,
                },
                Some(event) = self.inbox.recv() => self.on(event).await,
                () = until(self.phones.next()) => self.ring_on().await,
                () = until(self.clock.end()) => self.happen(Input::TalkTimeUp).await,
                () = until(next_refresh) => self.look_at_sessions().await,
                () = until(Some(self.clock.next_look())) => self.look_at_media().await,
                () = leaving.cancelled() => return self.leave().await,
            }
        }
        self.close().await;
    }

    async fn begin(&mut self) {
        self.note(None).await;
        if self.caller_is_answered {
            return;
        }
        if self.route.kind == Kind::Awaiting && !self.queue_caller().await {
            return self.happen(Input::Failed).await;
        }
        self.ring_on().await;
    }

    async fn on(&mut self, event: Event) {
        match event {
            Event::Found(found) => self.found(found).await,
            Event::Leg(leg, event) if self.operator.as_ref().is_some_and(|operator| operator.leg == leg) => self.of_operator(event).await,
            Event::Leg(leg, event) => self.of_phone(leg, event).await,
            Event::Came(arrival) => self.came(*arrival).await,
            Event::Reanswered { leg, offer, answer } => self.reanswered(leg, offer, &answer).await,
            Event::Refreshed { leg, refreshed } => self.refreshed(leg, refreshed).await,
            Event::Stop => self.happen(Input::Stopped).await,
        }
    }

    /// Takes in what happened, and does what follows from it.
    async fn happen(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let before = (self.speech.status, self.speech.answered_by.clone());
            let Some(effects) = self.speech.apply(input) else { continue };
            let is_new = before != (self.speech.status, self.speech.answered_by.clone());
            if is_new {
                tracing::debug!(call = self.id, status = self.speech.status.word(), "it goes on");
                self.board.registry.status(&self.id, self.speech.status);
                self.clock.status(self.speech.status, Instant::now());
            }
            let mut record = None;
            for effect in effects {
                match self.carry_out(effect).await {
                    effects::Done::Yes => {}
                    effects::Done::Over(over) => record = Some(over),
                    effects::Done::Failed => inputs.push(Input::Failed),
                }
            }
            if is_new && inputs.is_empty() {
                self.note(record).await;
            }
        }
    }

    async fn note(&self, record: Option<Box<crate::store::call_record::Record>>) {
        let snapshot = (self.caller_is_answered && record.is_none()).then(|| Box::new(self.snapshot()));
        let answered_by = self.speech.answered_by.clone();
        self.recorder.note(Note { status: self.speech.status, answered_by, snapshot, record }).await;
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            id: self.id.clone(),
            route: self.route.clone(),
            speech: self.speech.clone(),
            created_at: self.created_at,
            answered_at: self.answered_at,
            answered: self.answered.clone(),
            media: self.media.saved().clone(),
            caller: saved::Leg::of(&self.caller, self.terms(Side::Caller)),
            operator: self.operator.as_ref().map(|operator| saved::Leg::of(&operator.dialog, self.terms(Side::Operator))),
        }
    }

    /// The process ends: what is up stays up, what rings is taken back.
    async fn leave(mut self) {
        if self.caller_is_answered {
            self.phones.stop_all(&self.board.sip);
            self.note(None).await;
        } else {
            self.happen(Input::Failed).await;
        }
        self.written().await;
    }

    async fn close(mut self) {
        self.phones.stop_all(&self.board.sip);
        if let Err(error) = self.media.delete().await {
            tracing::debug!(%error, "the media of a call end by themselves");
        }
        self.board.sip.forget(&self.caller);
        self.written().await;
    }

    async fn written(self) {
        let Actor { recorder, written, board, id, mut inbox, .. } = self;
        drop(recorder);
        let _the_task_ended = written.await;
        board.registry.remove(&id);
        // Nobody finds the call any more; who found it too late is told so.
        while let Ok(event) = inbox.try_recv() {
            if let Event::Came(arrival) = event {
                message::reject(&arrival.dialog, StatusCode::CallTransactionDoesNotExist);
                board.sip.forget(&arrival.dialog);
            }
        }
    }
}

/// Forever, when there is no such time.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
