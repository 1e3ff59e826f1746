//! One call: an actor that hears of its legs, its media and the clock, has `domain::call` decide what that means,
//! and carries out the effects.
mod call_clock;
mod dialog_requests;
mod effects;
mod phones;
mod session_timers;

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

use super::event::{Answer, Destination, Event, Inbox, JoinRequest, LegEvent, LegId, LookedUpTarget};
use super::record::{CallStep, Flushed, Recorder};
use super::snapshot::{SavedLeg, Snapshot};
use super::switchboard::Switchboard;
use super::{leg, message, push};
use crate::domain::call::{Call, CallInput, CallStatus};
use crate::domain::outcome::Outcome;
use crate::domain::ringing::Ringing;
use crate::domain::route::{Kind, Party, Route};
use crate::domain::session_timer::Timer;
use crate::media::{Profile, Session, Side};
use call_clock::CallClock;
use phones::Phones;

/// The sounds, as files of the sounds' folder.
const QUEUE: &str = "queue";
const HOLD: &str = "hold";

/// Who speaks with the caller, or is about to.
struct Operator {
    leg: LegId,
    dialog: InviteDialog,
    joined_by: JoinedBy,
    /// Once its INVITE is answered.
    timer: Option<Timer>,
}

/// How an operator joined the call; what is needed to bridge it until then.
enum JoinedBy {
    /// It was rung, and sent this answer.
    Answer {
        profile: Profile,
        sdp: String,
    },
    /// It sent an INVITE with the call's id, and this offer.
    Invite {
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
    call: Call,
    created_at: OffsetDateTime,
    answered_at: Option<OffsetDateTime>,
    answered: Party,
    caller: InviteDialog,
    caller_is_answered: bool,
    caller_timer: Option<Timer>,
    media: Session,
    phones: Phones,
    operator: Option<Operator>,
    clock: CallClock,
    recorder: Recorder,
    flushed: Flushed,
    inbox: mpsc::Receiver<Event>,
    to_self: mpsc::Sender<Event>,
}

impl Actor {
    /// A call that has come. None: there are too many.
    pub fn new(board: Arc<Switchboard>, route: Route, caller: InviteDialog, profile: Profile, offer: String, inbox: Inbox) -> Option<Actor> {
        let id = board.registry.new_id();
        if !board.registry.add(&id, &route, inbox.0.clone(), CallStatus::New) {
            return None;
        }
        let created_at = board.context.clock.now();
        let (recorder, flushed) = Recorder::start(board.clone(), id.clone(), route.clone(), created_at);
        Some(Actor {
            media: Session::new(board.ng.clone(), id.clone(), profile, offer),
            call: Call::new(route.kind),
            candidates: push::candidates(&route),
            phones: Phones::new(&route.stages),
            clock: CallClock::new(route.longest_state()),
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
            flushed,
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
        let Snapshot { id, route, call: mut state, created_at, answered_at, answered, media, caller: caller_leg, operator: operator_leg } = snapshot;
        if operator.is_none() && state.status == CallStatus::Answered {
            anyhow::bail!("it has no operator");
        }
        // Phones that rang did so for the process that is gone.
        if matches!(state.status, CallStatus::New | CallStatus::Calling) {
            state.status = CallStatus::Waiting;
        }
        anyhow::ensure!(board.registry.add(&id, &route, inbox.0.clone(), state.status), "there are too many calls");
        let (recorder, flushed) = Recorder::start(board.clone(), id.clone(), route.clone(), created_at);
        let mut clock = CallClock::new(route.longest_state());
        clock.status(state.status, Instant::now());
        let operator = operator.map(|dialog| {
            let timer = session_timers::restored(&id, operator_leg.and_then(|leg| leg.session), &board);
            Operator { leg: 0, dialog, joined_by: JoinedBy::Bridged { asks_for_video: false }, timer: Some(timer) }
        });
        Ok(Actor {
            media: Session::restored(board.ng.clone(), media),
            candidates: push::candidates(&route),
            phones: Phones::none(),
            operator,
            caller_timer: Some(session_timers::restored(&id, caller_leg.session, &board)),
            caller_is_answered: true,
            inbox: inbox.1,
            to_self: inbox.0,
            board,
            id,
            route,
            call: state,
            created_at,
            answered_at,
            answered,
            caller,
            clock,
            recorder,
            flushed,
        })
    }

    /// In the trace of the INVITE, whose own span is over when it rings.
    pub fn start(self, caller_states: DialogStateReceiver) {
        telemetry::spawn(self.board.context.service, "a call", self.run(caller_states));
    }

    async fn run(mut self, mut caller_states: DialogStateReceiver) {
        let draining = self.board.draining.clone();
        tracing::debug!(call = self.id, is_sos = self.route.is_sos, "a call");
        self.begin().await;
        while self.call.status != CallStatus::Destroyed {
            let next_refresh = self.next_refresh();
            tokio::select! {
                state = caller_states.recv() => match state.map(leg::event) {
                    Some(Some(event)) => self.on_caller_event(event).await,
                    Some(None) => {}
                    None => self.handle(CallInput::CallerHungUp).await,
                },
                Some(event) = self.inbox.recv() => self.on_event(event).await,
                () = until(self.phones.next()) => self.advance_ringing().await,
                () = until(self.clock.end()) => self.handle(CallInput::TalkTimeUp).await,
                () = until(next_refresh) => self.check_session_timers().await,
                () = until(Some(self.clock.next_media_check())) => self.check_media().await,
                () = draining.cancelled() => return self.drain().await,
            }
        }
        self.close().await;
    }

    async fn begin(&mut self) {
        self.save(None).await;
        if self.caller_is_answered {
            return;
        }
        if self.route.kind == Kind::Awaiting && !self.queue_caller().await {
            return self.handle(CallInput::Failed).await;
        }
        self.advance_ringing().await;
    }

    async fn on_event(&mut self, event: Event) {
        match event {
            Event::TargetLookedUp(found) => self.on_target_looked_up(found).await,
            Event::Leg(leg, event) if self.operator.as_ref().is_some_and(|operator| operator.leg == leg) => self.on_operator_event(event).await,
            Event::Leg(leg, event) => self.on_phone_event(leg, event).await,
            Event::Join(request) => self.on_join_request(*request).await,
            Event::Reanswered { leg, offer, answer } => self.reanswered(leg, offer, &answer).await,
            Event::Refreshed { leg, result } => self.on_refreshed(leg, result).await,
            Event::Stop => self.handle(CallInput::Stopped).await,
        }
    }

    /// Takes in what happened, and does what follows from it.
    async fn handle(&mut self, input: CallInput) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let before = (self.call.status, self.call.answered_by.clone());
            let Some(effects) = self.call.apply(input) else { continue };
            let is_new = before != (self.call.status, self.call.answered_by.clone());
            if is_new {
                tracing::debug!(call = self.id, status = self.call.status.word(), "it goes on");
                self.board.registry.status(&self.id, self.call.status);
                self.clock.status(self.call.status, Instant::now());
            }
            let mut record = None;
            for effect in effects {
                match self.carry_out(effect).await {
                    effects::EffectOutcome::Applied => {}
                    effects::EffectOutcome::CallEnded(over) => record = Some(over),
                    effects::EffectOutcome::Failed => inputs.push(CallInput::Failed),
                }
            }
            if is_new && inputs.is_empty() {
                self.save(record).await;
            }
        }
    }

    async fn save(&self, record: Option<Box<crate::store::call_history::CallRecord>>) {
        let snapshot = (self.caller_is_answered && record.is_none()).then(|| Box::new(self.snapshot()));
        let answered_by = self.call.answered_by.clone();
        self.recorder.record(CallStep { status: self.call.status, answered_by, snapshot, record }).await;
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            id: self.id.clone(),
            route: self.route.clone(),
            call: self.call.clone(),
            created_at: self.created_at,
            answered_at: self.answered_at,
            answered: self.answered.clone(),
            media: self.media.saved().clone(),
            caller: SavedLeg::from_dialog(&self.caller, self.terms(Side::Caller)),
            operator: self.operator.as_ref().map(|operator| SavedLeg::from_dialog(&operator.dialog, self.terms(Side::Operator))),
        }
    }

    /// The process ends: what is up stays up, what rings is taken back.
    async fn drain(mut self) {
        if self.caller_is_answered {
            self.phones.stop_all(&self.board.sip);
            self.save(None).await;
        } else {
            self.handle(CallInput::Failed).await;
        }
        self.flush().await;
    }

    async fn close(mut self) {
        self.phones.stop_all(&self.board.sip);
        if let Err(error) = self.media.delete().await {
            tracing::debug!(%error, "the media of a call end by themselves");
        }
        self.board.sip.forget(&self.caller);
        self.flush().await;
    }

    async fn flush(self) {
        let Actor { recorder, flushed, board, id, mut inbox, .. } = self;
        drop(recorder);
        let _the_task_ended = flushed.await;
        board.registry.remove(&id);
        // Nobody finds the call any more; requests to join that came too late are refused.
        while let Ok(event) = inbox.try_recv() {
            if let Event::Join(request) = event {
                message::reject(&request.dialog, StatusCode::CallTransactionDoesNotExist);
                board.sip.forget(&request.dialog);
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
