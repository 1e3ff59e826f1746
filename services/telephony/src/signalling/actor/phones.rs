//! The phones that ring, stage by stage.
use super::*;
use crate::domain::ringing::Step;
use crate::domain::route::Stage;
use crate::domain::session_timer::Session as Terms;
use crate::signalling::session;
use crate::signalling::sip::Sip;
use crate::signalling::target;
use rsipstack::sip::Header;
use tracing::Instrument;

pub struct Phones {
    ringing: Ringing,
    began: Instant,
    stages: Vec<Trying>,
    ringing_now: HashMap<LegId, Phone>,
    last: LegId,
}

/// A stage that has begun.
#[derive(Default)]
struct Trying {
    /// Targets that are not looked up yet.
    pending: usize,
    is_ringing: bool,
    /// The most telling of what its phones said.
    said: Option<Outcome>,
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
            stages: stages.iter().map(|_| Trying::default()).collect(),
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

    /// A phone or a target of the stage said no; the stage is over when it was the last.
    fn said(&mut self, stage: usize, outcome: Outcome) {
        let trying = &mut self.stages[stage];
        let said = trying.said.map_or(outcome, |before| before.or(outcome));
        trying.said = Some(said);
        if trying.pending == 0 && !self.ringing_now.values().any(|phone| phone.stage == stage) {
            let at = self.elapsed();
            self.ringing.over(stage, said, at);
        }
    }
}

impl Actor {
    /// What is due: phones begin and stop to ring, or nobody is left.
    pub(super) async fn ring_on(&mut self) {
        if !matches!(self.speech.status, Status::New | Status::Calling) {
            return;
        }
        let at = self.phones.elapsed();
        for step in self.phones.ringing.due(at) {
            match step {
                Step::Ring(stage) => self.ring(stage),
                Step::Stop(stage) => self.phones.stop(stage, &self.board.sip),
                Step::GiveUp(outcome) => self.happen(Input::NobodyInTime(outcome)).await,
            }
        }
    }

    fn ring(&mut self, stage: usize) {
        let trying = &mut self.phones.stages[stage];
        trying.pending = self.route.stages[stage].targets.len();
        trying.is_ringing = true;
        let finding = target::find(self.board.clone(), self.route.clone(), stage, self.to_self.clone());
        tokio::spawn(finding.in_current_span());
    }

    pub(super) async fn found(&mut self, found: Found) {
        let Found { stage, party, phones } = found;
        let trying = &mut self.phones.stages[stage];
        trying.pending = trying.pending.saturating_sub(1);
        if !trying.is_ringing || !matches!(self.speech.status, Status::New | Status::Calling) {
            return;
        }
        match phones {
            Ok(phones) => {
                for phone in phones {
                    self.dial(stage, party.clone(), phone, Terms::asked(self.board.config.session)).await;
                }
            }
            Err(outcome) => self.phones.said(stage, outcome),
        }
        self.ring_on().await;
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
                self.phones.said(stage, Outcome::Failed);
            }
        }
    }

    async fn invite(&mut self, leg: LegId, to: &Destination, asked: Terms) -> anyhow::Result<InviteDialog> {
        let offer = self.media.offer(to.profile).await?;
        let headers = self.headers(to.is_outside, asked);
        Ok(leg::ring(&self.board.sip, leg, to.clone(), headers, offer, self.to_self.clone())?)
    }

    /// What phones are told of the call; a provider, nothing but how long its session lasts.
    fn headers(&self, is_outside: bool, asked: Terms) -> Vec<Header> {
        let mut headers = session::of_request(asked, self.board.config.session);
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

    pub(super) async fn of_phone(&mut self, leg: LegId, event: LegEvent) {
        match event {
            LegEvent::Ringing => self.happen(Input::Rung).await,
            LegEvent::Answered(answer) => self.took(leg, answer).await,
            LegEvent::Refused(code) => {
                let Some(phone) = self.phones.take(leg) else { return };
                // Its answer was of no use: it is in a call that is none.
                if code == 488 {
                    self.board.sip.end(phone.dialog);
                }
                self.phones.said(phone.stage, Outcome::of_code(code));
                self.ring_on().await;
            }
            LegEvent::TooShort(shortest) => self.ring_again(leg, shortest).await,
            LegEvent::Confirmed | LegEvent::Ended => {}
            LegEvent::Asked(_, handle) => drop(handle),
        }
    }

    /// With a session as long as it wants, once: it would be rung for ever by a phone that always wants more.
    async fn ring_again(&mut self, leg: LegId, shortest: u32) {
        let Some(phone) = self.phones.take(leg) else { return };
        let is_ringing = self.phones.stages[phone.stage].is_ringing && matches!(self.speech.status, Status::New | Status::Calling);
        let first = Terms::asked(self.board.config.session);
        match first.asked_again(shortest).filter(|_| is_ringing && phone.asked == first) {
            Some(longer) => self.dial(phone.stage, phone.party, phone.to, longer).await,
            None => self.phones.said(phone.stage, Outcome::of_code(session::TOO_SHORT)),
        }
        self.ring_on().await;
    }

    async fn took(&mut self, leg: LegId, answer: Answer) {
        let Some(phone) = self.phones.take(leg) else { return };
        if !matches!(self.speech.status, Status::New | Status::Calling) {
            return self.board.sip.end(phone.dialog);
        }
        let number = phone.party.number.clone();
        self.answered = phone.party;
        let timer = Timer::new(phone.asked.answered(answer.said), Instant::now());
        let way = Way::Rung { profile: phone.to.profile, sdp: answer.sdp };
        self.operator = Some(Operator { leg, dialog: phone.dialog, way, timer: Some(timer) });
        self.happen(Input::Answered(number)).await;
    }
}
