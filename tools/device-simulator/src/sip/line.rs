//! What a device knows about its telephone, and what follows from what happens to it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use super::ctrl::Event;
use super::hearing::{Hearing, ReceivedAudio};
use crate::device::lock;

/// How long an order may take, starting baresip not included.
const ORDER_TIMEOUT: Duration = Duration::from_secs(10);
/// Opens the door of the panel that hears it.
const OPEN: &str = "#";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// No account, or it is not enabled, or this simulator has no telephones.
    #[default]
    Off,
    /// Every telephone is taken by another device.
    Waiting,
    Registering,
    Registered,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Outgoing,
    Incoming,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    Dialing,
    Ringing,
    Established,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    pub number: String,
    pub direction: Direction,
    pub state: CallState,
    pub sos: bool,
}

/// How the last call went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ended {
    pub number: String,
    pub direction: Direction,
    pub answered: bool,
    pub sos: bool,
    pub reason: String,
}

/// What the device does about something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    Calls(String),
    IsCalled(String),
    /// A call of the device ended before anybody answered.
    Missed(String),
    OpensDoor(String),
    LostRegistration,
}

#[derive(Debug, Default)]
pub struct LineState {
    registration: Registration,
    /// Why it is as it is.
    reason: Option<String>,
    call: Option<Call>,
    last: Option<Ended>,
}

impl LineState {
    pub fn set(&mut self, registration: Registration, reason: Option<String>) -> Option<Happening> {
        let was = std::mem::replace(&mut self.registration, registration);
        self.reason = reason;
        (was == Registration::Registered && registration == Registration::Failed).then_some(Happening::LostRegistration)
    }

    pub fn call(&self) -> Option<&Call> {
        self.call.as_ref()
    }

    /// The device begins a call.
    pub fn begin(&mut self, number: &str, sos: bool) -> Happening {
        self.call = Some(Call { number: number.to_owned(), direction: Direction::Outgoing, state: CallState::Dialing, sos });
        Happening::Calls(number.to_owned())
    }

    /// The call is over, if there is one.
    pub fn end(&mut self, reason: &str) -> Option<Happening> {
        let Call { number, direction, state, sos } = self.call.take()?;
        let answered = state == CallState::Established;
        self.last = Some(Ended { number: number.clone(), direction, answered, sos, reason: reason.to_owned() });
        (direction == Direction::Outgoing && !answered).then_some(Happening::Missed(number))
    }

    pub fn apply(&mut self, event: &Event) -> Option<Happening> {
        match event.kind.as_str() {
            "REGISTER_OK" => self.set(Registration::Registered, None),
            "REGISTER_FAIL" => self.set(Registration::Failed, Some(event.param.clone())),
            "CALL_INCOMING" => Some(self.incoming(event, CallState::Ringing)),
            "CALL_RINGING" | "CALL_PROGRESS" => self.reach(CallState::Ringing),
            // The first report of a call that was answered automatically.
            "CALL_ESTABLISHED" if self.call.is_none() => Some(self.incoming(event, CallState::Established)),
            "CALL_ESTABLISHED" => self.reach(CallState::Established),
            "CALL_DTMF_START" if event.param == OPEN => {
                let call = self.call.as_ref().filter(|call| call.state == CallState::Established);
                call.map(|call| Happening::OpensDoor(call.number.clone()))
            }
            "CALL_CLOSED" => self.end(&event.param),
            _ => None,
        }
    }

    fn incoming(&mut self, event: &Event, state: CallState) -> Happening {
        let number = event.number().to_owned();
        self.call = Some(Call { number: number.clone(), direction: Direction::Incoming, state, sos: false });
        Happening::IsCalled(number)
    }

    fn reach(&mut self, state: CallState) -> Option<Happening> {
        if let Some(call) = &mut self.call {
            call.state = state;
        }
        None
    }
}

/// What a person or a test wants of the telephone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    Dial { number: String, sos: bool },
    HangUp,
    Answer,
}

#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    #[error("the device has no telephone: {0}")]
    NoPhone(String),
    #[error("{0}")]
    NotNow(&'static str),
    #[error("the telephone failed: {0}")]
    Failed(String),
}

/// An order, and where its outcome goes.
pub struct Job {
    pub order: Order,
    pub reply: oneshot::Sender<Result<(), OrderError>>,
}

/// A telephone that is switched on.
#[derive(Clone)]
pub struct Telephone {
    pub orders: mpsc::Sender<Job>,
    pub hearing: Arc<Hearing>,
    /// The tone by which the others know the device, in Hz.
    pub says: u32,
}

/// What the control interface shows.
#[derive(Debug, Serialize)]
pub struct LineView {
    registration: Registration,
    reason: Option<String>,
    says: Option<u32>,
    call: Option<Call>,
    hears: Option<ReceivedAudio>,
    last: Option<Ended>,
}

/// The telephone of a device. There always is one; whether anything is connected to it is another matter.
#[derive(Default)]
pub struct Line {
    /// Notified when the account may have changed.
    pub changed: watch::Sender<()>,
    is_attached: AtomicBool,
    state: Mutex<LineState>,
    telephone: Mutex<Option<Telephone>>,
}

impl Line {
    /// Enables real telephones: their registration state is reported.
    pub fn attach(&self) {
        self.is_attached.store(true, Ordering::Relaxed);
    }

    /// Whether the account is registered; none when this simulator has no telephones.
    pub fn is_registered(&self) -> Option<bool> {
        let registered = self.state().registration == Registration::Registered;
        self.is_attached.load(Ordering::Relaxed).then_some(registered)
    }

    pub fn state(&self) -> MutexGuard<'_, LineState> {
        lock(&self.state)
    }

    /// The telephone, while there is one.
    pub fn connect(&self, telephone: Option<Telephone>) {
        *lock(&self.telephone) = telephone;
    }

    pub async fn order(&self, order: Order) -> Result<(), OrderError> {
        let telephone = lock(&self.telephone).clone();
        let orders = telephone.ok_or_else(|| OrderError::NoPhone(self.why_none()))?.orders;
        let (reply, answer) = oneshot::channel();
        let gone = || OrderError::Failed("it went away".to_owned());
        let done = async {
            orders.send(Job { order, reply }).await.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        };
        timeout(ORDER_TIMEOUT, done).await.map_err(|_| OrderError::Failed("it does not answer".to_owned()))?
    }

    pub fn view(&self) -> LineView {
        let telephone = lock(&self.telephone).clone();
        let state = self.state();
        let (registration, reason, call, last) = (state.registration, state.reason.clone(), state.call.clone(), state.last.clone());
        drop(state);
        let talks = call.as_ref().is_some_and(|call| call.state == CallState::Established);
        let says = telephone.as_ref().map(|telephone| telephone.says);
        let hears = telephone.filter(|_| talks).map(|telephone| telephone.hearing.hears());
        LineView { registration, reason, says, call, hears, last }
    }

    fn why_none(&self) -> String {
        let state = self.state();
        match (&state.registration, &state.reason) {
            (_, Some(reason)) => reason.clone(),
            (Registration::Waiting, None) => "all are taken by other devices".to_owned(),
            _ => "no SIP account is set and enabled".to_owned(),
        }
    }
}

#[cfg(test)]
#[path = "line_tests.rs"]
mod tests;
