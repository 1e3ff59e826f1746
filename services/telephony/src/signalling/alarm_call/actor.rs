//! One call because of an alarm: rings the phones of its people, and has whoever presses the key take the alarm. Until then nobody's answer
//! keeps others from answering: it may have been an answering machine.
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use kit::{Error, Result};
use rsipstack::dialog::dialog::TransactionHandle;
use rsipstack::sip::{Method, Request, StatusCode};
use time::OffsetDateTime;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::phone::{self, KeyPress, Phone};
use super::{Placed, permitted};
use crate::domain::alarm_call::{RING_TIMEOUT, TAKE_KEY, caller_name, key_of_info};
use crate::domain::outcome::Outcome;
use crate::domain::route::Party;
use crate::operation::alarm_call::take;
use crate::signalling::event::{Answer, Event, Inbox, LegEvent, LegId};
use crate::signalling::switchboard::Switchboard;
use crate::signalling::target;
use crate::store::alarm_call::{self, AlarmCallPerson, ClaimedAlarmCall};
use crate::store::call_history::{self, CallRecord};

/// How often the claim is renewed, and device-gateway asked whether the alarm still waits.
const RENEW_INTERVAL: Duration = Duration::from_secs(3);
/// The claim may have ended when it was not renewed for so long.
const CLAIM_TIMEOUT: Duration = Duration::from_secs(10);
/// For the renewal itself.
const RENEW_TIMEOUT: Duration = Duration::from_secs(3);
/// Phones that ring because of one alarm.
const MAX_PHONES: u32 = 100;
/// Numbers looked up at once, and how long all may take.
const MAX_CONCURRENT_LOOKUPS: usize = 16;
const RING_ALL_TIMEOUT: Duration = Duration::from_secs(6);
/// Keys that wait; more are those of a key that is held.
const MAX_WAITING_KEYS: usize = 32;
/// What phones show as the caller's number: the platform, which has none.
const CALLER: &str = "alarm";

pub struct Actor {
    board: Arc<Switchboard>,
    id: String,
    call: ClaimedAlarmCall,
    people: Vec<AlarmCallPerson>,
    created_at: OffsetDateTime,
    phones: HashMap<LegId, Phone>,
    /// What became of each person who was rung, and when they answered, by their place.
    outcomes: HashMap<usize, PersonOutcome>,
    inbox: Inbox,
    keys: (mpsc::Sender<KeyPress>, mpsc::Receiver<KeyPress>),
    /// When the claim was renewed last.
    renewed_at: Instant,
}

struct PersonOutcome {
    number: String,
    outcome: Outcome,
    answered_at: Option<OffsetDateTime>,
}

/// Whether the call goes on.
enum Next {
    GoOn,
    End(Placed),
}

/// What the phones of a call are rung with.
struct Ringing<'a> {
    board: &'a Switchboard,
    id: &'a str,
    call: &'a ClaimedAlarmCall,
    /// What phones show as the caller.
    name: &'a str,
    inbox: &'a mpsc::Sender<Event>,
    last: AtomicU32,
    rung: mpsc::UnboundedSender<(LegId, Phone)>,
}

impl Ringing<'_> {
    /// The phones of a number of the person at this place.
    async fn ring(&self, place: usize, number: String) {
        // Nobody is registered with it, or the edge is away, which is in the log.
        let Ok(found) = target::registered(self.board, self.call.project_id, &number, CALLER, self.name).await else { return };
        for to in found {
            let leg = self.last.fetch_add(1, Ordering::Relaxed) + 1;
            if leg > MAX_PHONES {
                return tracing::warn!(call = self.id, "some phones are not rung because of an alarm: there are too many");
            }
            let headers = phone::headers(self.call.alarm_id, &number);
            match Phone::ring(self.board, (self.id, leg), (place, &number), to, headers, self.inbox.clone()).await {
                Ok(phone) => {
                    self.board.counters.legs.inc();
                    let _nobody_waits_any_more = self.rung.send((leg, phone));
                }
                Err(error) => tracing::warn!(call = self.id, error = format!("{error:#}"), "a phone is not rung"),
            }
        }
    }
}

impl Actor {
    pub fn new(board: Arc<Switchboard>, call: ClaimedAlarmCall, people: Vec<AlarmCallPerson>, inbox: Inbox) -> Actor {
        Actor {
            id: board.registry.new_id(),
            created_at: board.context.clock.now(),
            board,
            call,
            people,
            phones: HashMap::new(),
            outcomes: HashMap::new(),
            inbox,
            keys: mpsc::channel(MAX_WAITING_KEYS),
            renewed_at: Instant::now(),
        }
    }

    /// `locale`: of the project, for what phones show.
    pub async fn run(mut self, locale: &str) -> Placed {
        tracing::info!(call = self.id, alarm = self.call.alarm_id, "people are called because of an alarm");
        let draining = self.board.draining.clone();
        let placed = tokio::select! {
            placed = self.ring_and_listen(locale) => placed,
            () = draining.cancelled() => Placed::Interrupted,
        };
        for (_, phone) in self.phones.drain() {
            phone.end(&self.board);
        }
        if let Err(error) = self.record().await {
            tracing::warn!(call = self.id, error = format!("{error:#}"), "a call because of an alarm is not in the history");
            self.board.counters.records_lost.inc();
        }
        placed
    }

    async fn ring_and_listen(&mut self, locale: &str) -> Placed {
        let ring_until = Instant::now() + RING_TIMEOUT;
        self.ring_all(locale).await;
        let mut renewal = tokio::time::interval_at(Instant::now() + RENEW_INTERVAL, RENEW_INTERVAL);
        while !self.phones.is_empty() {
            let next_end = self.next_end(ring_until);
            let next = tokio::select! {
                Some(event) = self.inbox.1.recv() => self.on_event(event).await,
                Some((leg, key)) = self.keys.1.recv() => self.on_key(leg, key).await,
                _ = renewal.tick() => self.renew().await,
                () = tokio::time::sleep_until(next_end) => {
                    self.end_overdue(ring_until);
                    Next::GoOn
                }
            };
            if let Next::End(placed) = next {
                return placed;
            }
        }
        Placed::Over
    }

    /// Every phone of every number, as soon as the edge and rtpengine answer.
    async fn ring_all(&mut self, locale: &str) {
        let name = caller_name(locale, &self.call.device_name);
        let numbers: Vec<(usize, String)> =
            self.people.iter().enumerate().flat_map(|(place, person)| person.numbers.iter().map(move |number| (place, number.clone()))).collect();
        for (place, number) in &numbers {
            let first = PersonOutcome { number: number.clone(), outcome: Outcome::NoAnswer, answered_at: None };
            self.outcomes.entry(*place).or_insert(first);
        }
        let (sender, mut rung) = mpsc::unbounded_channel();
        let ringing =
            Ringing { board: &self.board, id: &self.id, call: &self.call, name: &name, inbox: &self.inbox.0, last: AtomicU32::new(0), rung: sender };
        let all = futures::stream::iter(numbers).for_each_concurrent(MAX_CONCURRENT_LOOKUPS, |(place, number)| ringing.ring(place, number));
        let mut all = pin!(tokio::time::timeout(RING_ALL_TIMEOUT, all));
        let in_time = loop {
            tokio::select! {
                biased;
                Some((leg, phone)) = rung.recv() => drop(self.phones.insert(leg, phone)),
                in_time = &mut all => break in_time,
            }
        };
        while let Ok((leg, phone)) = rung.try_recv() {
            self.phones.insert(leg, phone);
        }
        if in_time.is_err() {
            tracing::warn!(call = self.id, "some phones are not rung because of an alarm: the edge or rtpengine is slow");
        }
    }

    /// When the next phone has rung, or whoever answered has listened, for long enough.
    fn next_end(&self, ring_until: Instant) -> Instant {
        self.phones.values().map(|phone| phone.listens_until().unwrap_or(ring_until)).min().unwrap_or(ring_until)
    }

    fn end_overdue(&mut self, ring_until: Instant) {
        let now = Instant::now();
        for (_, phone) in self.phones.extract_if(|_, phone| phone.listens_until().unwrap_or(ring_until) <= now) {
            phone.end(&self.board);
        }
    }

    async fn on_event(&mut self, event: Event) -> Next {
        let Event::Leg(leg, event) = event else { return Next::GoOn };
        match event {
            LegEvent::Answered(answer) => self.on_answer(leg, answer).await,
            LegEvent::Refused(code) => {
                if let Some(phone) = self.phones.remove(&leg) {
                    self.note_outcome(&phone, Outcome::from_status(code));
                    // 488 is ours, of an answer that was of no use: the phone is in a call.
                    if code == 488 { phone.end(&self.board) } else { phone.forget(&self.board) }
                }
            }
            LegEvent::TooShort(_) | LegEvent::Ended => {
                if let Some(phone) = self.phones.remove(&leg) {
                    phone.forget(&self.board);
                }
            }
            LegEvent::Request(request, handle) => return self.on_request(leg, &request, handle).await,
            LegEvent::Ringing | LegEvent::Confirmed => {}
        }
        Next::GoOn
    }

    async fn on_answer(&mut self, leg: LegId, answer: Answer) {
        let Some(phone) = self.phones.get_mut(&leg) else { return };
        if let Err(error) = phone.answer(&self.board, leg, &answer, self.keys.0.clone()).await {
            tracing::warn!(call = self.id, error = format!("{error:#}"), "whoever answered does not hear the alarm");
            return self.phones.remove(&leg).into_iter().for_each(|phone| phone.end(&self.board));
        }
        let now = self.board.context.clock.now();
        let person = phone.person;
        self.outcomes.insert(person, PersonOutcome { number: phone.number.clone(), outcome: Outcome::Answered, answered_at: Some(now) });
        // The person's other phones.
        for (_, phone) in self.phones.extract_if(|_, phone| phone.person == person && !phone.is_answered()) {
            phone.end(&self.board);
        }
    }

    fn note_outcome(&mut self, phone: &Phone, outcome: Outcome) {
        if let Some(person) = self.outcomes.get_mut(&phone.person) {
            person.outcome = person.outcome.or(outcome);
        }
    }

    /// A request within the call of a phone. The media stay as they are: what the phone wants to change is refused.
    async fn on_request(&mut self, leg: LegId, request: &Request, handle: TransactionHandle) -> Next {
        let wants_other_media = matches!(request.method, Method::Invite | Method::Update) && !request.body.is_empty();
        let code = if wants_other_media || request.method == Method::Invite { StatusCode::NotAcceptableHere } else { StatusCode::OK };
        tokio::spawn(async move {
            let _gone_already = handle.reply(code).await;
        });
        match request.method {
            Method::Info => match key_of_info(&request.body) {
                Some(key) => self.on_key(leg, key).await,
                None => Next::GoOn,
            },
            _ => Next::GoOn,
        }
    }

    async fn on_key(&mut self, leg: LegId, key: char) -> Next {
        let Some(person) = self.phones.get(&leg).filter(|phone| key == TAKE_KEY && phone.is_answered()).map(|phone| phone.person) else {
            return Next::GoOn;
        };
        let user_id = self.people[person].user_id;
        match take(&self.board.context, self.call.project_id, self.call.alarm_id, user_id).await {
            Ok(()) => {
                tracing::info!(call = self.id, alarm = self.call.alarm_id, user = user_id, "an alarm is taken by telephone");
                Next::End(Placed::Over)
            }
            // Another person has it, or has processed it.
            Err(Error::Peer(_) | Error::Conflict { .. }) => Next::End(Placed::Over),
            Err(error @ (Error::Forbidden | Error::NotFound)) => {
                tracing::info!(call = self.id, alarm = self.call.alarm_id, user = user_id, %error, "an alarm is not taken by telephone");
                self.end_person(person);
                Next::GoOn
            }
            // They may press it again.
            Err(error) => {
                tracing::warn!(call = self.id, alarm = self.call.alarm_id, error = format!("{error:#}"), "an alarm is not taken by telephone");
                Next::GoOn
            }
        }
    }

    fn end_person(&mut self, person: usize) {
        for (_, phone) in self.phones.extract_if(|_, phone| phone.person == person) {
            phone.end(&self.board);
        }
    }

    /// While device-gateway does not answer, phones ring on. While the database does not, they do so until the claim ends.
    async fn renew(&mut self) -> Next {
        let began = Instant::now();
        let renewed = alarm_call::renew(&self.board.context.database, &self.call, self.board.context.clock.now());
        match tokio::time::timeout(RENEW_TIMEOUT, renewed).await.unwrap_or_else(|_| Err(Error::Unavailable(anyhow::anyhow!("no answer in time")))) {
            Ok(true) => self.renewed_at = began,
            Err(error) if self.renewed_at.elapsed() < CLAIM_TIMEOUT => {
                tracing::warn!(call = self.id, error = format!("{error:#}"), "the claim of a call is not renewed");
                return Next::GoOn;
            }
            Ok(false) | Err(_) => return Next::End(Placed::Lost),
        }
        match self.still_permitted().await {
            Ok(None) => Next::End(Placed::Over),
            Ok(Some(allowed)) => {
                for place in 0..self.people.len() {
                    if !allowed.contains(&self.people[place].user_id) {
                        self.end_person(place);
                    }
                }
                Next::GoOn
            }
            Err(error) => {
                tracing::warn!(call = self.id, error = format!("{error:#}"), "it is not known whether an alarm still waits");
                Next::GoOn
            }
        }
    }

    async fn still_permitted(&self) -> Result<Option<Vec<i64>>> {
        let mut reader = self.board.context.database.read(self.call.project_id).await?;
        let people = alarm_call::people(&mut reader, self.call.project_id, &self.call.user_ids).await?;
        drop(reader);
        let allowed = permitted(&self.board, &self.call, people).await?;
        Ok(allowed.map(|people| people.into_iter().map(|person| person.user_id).collect()))
    }

    /// A row of the history for each person who was rung.
    async fn record(&self) -> Result<()> {
        let now = self.board.context.clock.now();
        let mut tx = self.board.context.database.tenant(self.call.project_id).await?;
        for (place, rung) in &self.outcomes {
            let person = &self.people[*place];
            let to = Party { number: rung.number.clone(), user_id: person.user_id, user_name: person.user_name.clone(), ..Party::default() };
            self.board.counters.alarm_calls.get_or_create(&rung.outcome.into()).inc();
            let record = CallRecord {
                call_id: format!("{}-{place}", self.id),
                project_id: self.call.project_id,
                created_at: self.created_at,
                outcome: rung.outcome,
                kind: "normal",
                duration: rung.answered_at.map_or(0, |at| (now - at).whole_seconds().clamp(0, i64::from(i32::MAX)) as i32),
                is_sos: false,
                from: Party {
                    device_id: self.call.device_id,
                    device_name: self.call.device_name.clone(),
                    domain_id: self.call.domain_id,
                    domain_name: self.call.domain_name.clone(),
                    ..Party::default()
                },
                answered_by: if rung.answered_at.is_some() { to.clone() } else { Party::default() },
                to,
            };
            call_history::insert(&mut tx, &record).await?;
        }
        Ok(tx.commit().await?)
    }
}
