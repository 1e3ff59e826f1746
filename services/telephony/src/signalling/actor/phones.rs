//! The phones that ring, stage by stage.
use super::*;
use crate::domain::ringing::Step;
use crate::domain::route::Stage;
use crate::domain::session_timer::Session as Terms;
use crate::signalling::sip::Sip;
use crate::signalling::target;
use crate::signalling::timer_headers;
use rsipstack::sip::Header;
use tracing::Instrument;

pub struct Phones {
    ringing: Ringing,
    began: Instant,
    stages: Vec<StageAttempt>,
    ringing_now: HashMap<LegId, Phone>,
    last: LegId,
}

/// A stage that has begun.
#[derive(Default)]
struct StageAttempt {
    /// Targets that are not looked up yet.
    pending: usize,
    is_ringing: bool,
    /// The most specific of the responses of its phones.
    outcome: Option<Outcome>,
}

pub struct Phone {
    stage: usize,
    pub party: Party,
    pub dialog: InviteDialog,
    to: Destination,
    /// What it was asked to agree to.
    asked: Terms,
}

impl Phones {
    pub fn new(stages: &[Stage]) -> Self {
        Phones {
            ringing: Ringing::new(stages),
            began: Instant::now(),
            stages: stages.iter().map(|_| StageAttempt::default()).collect(),
            ringing_now: HashMap::new(),
            last: 0,
        }
    }

    /// Of a call that has rung before.
    pub fn none() -> Self {
        Self::new(&[])
    }

    pub fn next(&self) -> Option<Instant> {
        self.ringing.next().map(|after| self.began + after)
    }

    pub fn next_leg(&mut self) -> LegId {
        self.last += 1;
        self.last
    }

    pub fn take(&mut self, leg: LegId) -> Option<Phone> {
        self.ringing_now.remove(&leg)
    }

    pub fn stop_all(&mut self, sip: &Sip) {
        self.ringing_now.drain().for_each(|(_, phone)| sip.end(phone.dialog));
        self.ringing = Ringing::new(&[]);
    }

    fn stop(&mut self, stage: usize, sip: &Sip) {
        self.stages[stage].is_ringing = false;
        self.ringing_now.extract_if(|_, phone| phone.stage == stage).for_each(|(_, phone)| sip.end(phone.dialog));
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// A phone or a target of the stage has refused; the stage is over when it was the last.
    fn on_failure(&mut self, stage: usize, outcome: Outcome) {
        let attempt = &mut self.stages[stage];
        let outcome = attempt.outcome.map_or(outcome, |before| before.or(outcome));
        attempt.outcome = Some(outcome);
        if attempt.pending == 0 && !self.ringing_now.values().any(|phone| phone.stage == stage) {
            let at = self.elapsed();
            self.ringing.over(stage, outcome, at);
        }
    }
}

impl Actor {
    /// What is due: phones begin and stop to ring, or nobody is left.
    pub(super) async fn advance_ringing(&mut self) {
        if !matches!(self.call.status, CallStatus::New | CallStatus::Calling) {
            return;
        }
        let at = self.phones.elapsed();
        for step in self.phones.ringing.due(at) {
            match step {
                Step::Ring(stage) => self.ring(stage),
                Step::Stop(stage) => self.phones.stop(stage, &self.board.sip),
                Step::GiveUp(outcome) => self.handle(CallInput::NobodyInTime(outcome)).await,
            }
        }
    }

    fn ring(&mut self, stage: usize) {
        let attempt = &mut self.phones.stages[stage];
        attempt.pending = self.route.stages[stage].targets.len();
        attempt.is_ringing = true;
        let finding = target::look_up_stage(self.board.clone(), self.route.clone(), stage, self.to_self.clone());
        tokio::spawn(finding.in_current_span());
    }

    pub(super) async fn on_target_looked_up(&mut self, found: LookedUpTarget) {
        let LookedUpTarget { stage, party, phones } = found;
        let attempt = &mut self.phones.stages[stage];
        attempt.pending = attempt.pending.saturating_sub(1);
        if !attempt.is_ringing || !matches!(self.call.status, CallStatus::New | CallStatus::Calling) {
            return;
        }
        match phones {
            Ok(phones) => {
                for phone in phones {
                    self.dial(stage, party.clone(), phone, Terms::offer(self.board.config.session)).await;
                }
            }
            Err(outcome) => self.phones.on_failure(stage, outcome),
        }
        self.advance_ringing().await;
    }

    async fn dial(&mut self, stage: usize, party: Party, to: Destination, asked: Terms) {
        let leg = self.phones.next_leg();
        match self.invite(leg, &to, asked).await {
            Ok(dialog) => {
                self.board.counters.legs.inc();
                self.phones.ringing_now.insert(leg, Phone { stage, party, dialog, to, asked });
            }
            Err(error) => {
                tracing::warn!(call = self.id, error = format!("{error:#}"), "a phone is not rung");
                self.phones.on_failure(stage, Outcome::Failed);
            }
        }
    }

    async fn invite(&mut self, leg: LegId, to: &Destination, asked: Terms) -> anyhow::Result<InviteDialog> {
        let offer = self.media.offer(to.profile).await?;
        let headers = self.headers(to.is_outside, asked);
        Ok(leg::ring(&self.board.sip, leg, to.clone(), headers, offer, self.to_self.clone())?)
    }

    /// Headers of the INVITE that describe the call to phones; a provider gets nothing but the session's interval.
    fn headers(&self, is_outside: bool, asked: Terms) -> Vec<Header> {
        let mut headers = timer_headers::for_request(asked, self.board.config.session);
        if is_outside {
            return headers;
        }
        headers.extend([
            Header::Other(message::SPEECH_ID.into(), self.id.clone()),
            Header::Other(message::SPEECH_TYPE.into(), push::kind(self.route.kind).into()),
            Header::Other(message::TARGET_CALLEE.into(), self.route.to.number.clone()),
        ]);
        if self.route.is_sos {
            headers.push(Header::Other(message::SOS.into(), "1".into()));
        }
        headers
    }

    pub(super) async fn on_phone_event(&mut self, leg: LegId, event: LegEvent) {
        match event {
            LegEvent::Ringing => self.handle(CallInput::Rung).await,
            LegEvent::Answered(answer) => self.on_answer(leg, answer).await,
            LegEvent::Refused(code) => {
                let Some(phone) = self.phones.take(leg) else { return };
                // Its answer was of no use: it is in a call that is none.
                if code == 488 {
                    self.board.sip.end(phone.dialog);
                }
                self.phones.on_failure(phone.stage, Outcome::from_status(code));
                self.advance_ringing().await;
            }
            LegEvent::TooShort(shortest) => self.ring_again(leg, shortest).await,
            LegEvent::Confirmed | LegEvent::Ended => {}
            LegEvent::Request(_, handle) => drop(handle),
        }
    }

    /// With a session as long as it wants, once: it would be rung for ever by a phone that always wants more.
    async fn ring_again(&mut self, leg: LegId, shortest: u32) {
        let Some(phone) = self.phones.take(leg) else { return };
        let is_ringing = self.phones.stages[phone.stage].is_ringing && matches!(self.call.status, CallStatus::New | CallStatus::Calling);
        let first = Terms::offer(self.board.config.session);
        match first.offer_again(shortest).filter(|_| is_ringing && phone.asked == first) {
            Some(longer) => self.dial(phone.stage, phone.party, phone.to, longer).await,
            None => self.phones.on_failure(phone.stage, Outcome::from_status(timer_headers::INTERVAL_TOO_SMALL)),
        }
        self.advance_ringing().await;
    }

    async fn on_answer(&mut self, leg: LegId, answer: Answer) {
        let Some(phone) = self.phones.take(leg) else { return };
        if !matches!(self.call.status, CallStatus::New | CallStatus::Calling) {
            return self.board.sip.end(phone.dialog);
        }
        let number = phone.party.number.clone();
        self.answered = phone.party;
        let timer = Timer::new(phone.asked.accepted(answer.timer_headers), Instant::now());
        let joined_by = JoinedBy::Answer { profile: phone.to.profile, sdp: answer.sdp };
        self.operator = Some(Operator { leg, dialog: phone.dialog, joined_by, timer: Some(timer) });
        self.handle(CallInput::Answered(number)).await;
    }
}
