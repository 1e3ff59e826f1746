//! A call that the platform keeps: its states, what moves it from one to the next, and what is done then. No I/O:
//! `signalling` carries out the effects, in their order.
use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
use super::route::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    /// It has come.
    New,
    /// Phones ring.
    Calling,
    Answered,
    /// Nobody answered in time: whoever may takes it.
    Waiting,
    /// Who answered has put it on hold.
    AnsweredWaiting,
    Destroyed,
}

impl CallStatus {
    /// As the table and CallUpdated have it.
    pub fn word(self) -> &'static str {
        match self {
            CallStatus::New => "new",
            CallStatus::Calling => "calling",
            CallStatus::Answered => "answered",
            CallStatus::Waiting => "waiting",
            CallStatus::AnsweredWaiting => "answered_waiting",
            CallStatus::Destroyed => "destroyed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallInput {
    /// The first phone rings.
    Rung,
    /// The phone of this number took the call.
    Answered(String),
    OperatorHungUp,
    /// The phone does not answer any more.
    CallerLost,
    OperatorLost,
    /// Somebody of this number came by an INVITE with the call's id, and may (`may_join`).
    Joined(String),
    /// Every phone was tried; what became of it.
    NobodyInTime(Outcome),
    CallerHungUp,
    /// By an operator, for everybody.
    Stopped,
    /// Media or signalling broke down.
    Failed,
    TalkTimeUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEffect {
    /// The caller hears the ringing tone.
    SendRinging,
    /// Phones that still ring stop.
    StopRinging,
    /// Caller and operator hear each other.
    Bridge,
    /// The caller hears that it waits.
    Hold,
    EndOperator,
    /// Hangs up, or refuses what was not answered yet.
    EndCaller(Outcome),
    /// Into the history.
    Record(Outcome),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub kind: Kind,
    pub status: CallStatus,
    pub answered_by: Option<String>,
    /// Somebody answered, now or before.
    pub was_answered: bool,
}

/// Why an INVITE with the call's id is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinRefusal {
    /// Not among those whom the call was for.
    Stranger,
    /// "answered by another user"
    Taken,
    /// It is not one that may be joined, or it is over.
    Closed,
}

impl Call {
    pub fn new(kind: Kind) -> Self {
        Call { kind, status: CallStatus::New, answered_by: None, was_answered: false }
    }

    /// Takes in what happened. None: it changes nothing in this state.
    pub fn apply(&mut self, input: CallInput) -> Option<Vec<CallEffect>> {
        use CallEffect::*;
        use CallStatus::*;
        let awaiting = self.kind == Kind::Awaiting;
        match (self.status, input) {
            (Destroyed, _) => None,
            (_, CallInput::CallerHungUp) => Some(self.end(Outcome::Cancel, &[StopRinging, EndOperator])),
            (_, CallInput::CallerLost) => Some(self.end_all(Outcome::Cancel)),
            (_, CallInput::Stopped) => Some(self.end_all(Outcome::Busy)),
            (_, CallInput::Failed) => Some(self.end_all(Outcome::Failed)),
            (_, CallInput::TalkTimeUp) => Some(self.end_all(Outcome::NoAnswer)),
            (New, CallInput::Rung) => {
                self.status = Calling;
                Some(if awaiting { vec![] } else { vec![SendRinging] })
            }
            (New | Calling, CallInput::Answered(number)) => Some(self.taken(number, vec![StopRinging, Bridge])),
            (New | Calling, CallInput::Joined(number)) if awaiting => Some(self.taken(number, vec![StopRinging, Bridge])),
            (Waiting | AnsweredWaiting, CallInput::Joined(number)) if awaiting => Some(self.taken(number, vec![Bridge])),
            (New | Calling, CallInput::NobodyInTime(_)) if awaiting => {
                self.status = Waiting;
                Some(vec![StopRinging])
            }
            (New | Calling, CallInput::NobodyInTime(outcome)) => Some(self.end_all(outcome)),
            (Answered, CallInput::OperatorHungUp) if awaiting => {
                self.status = AnsweredWaiting;
                Some(vec![Hold])
            }
            (Answered, CallInput::OperatorHungUp) => Some(self.end(Outcome::Answered, &[EndCaller(Outcome::Answered)])),
            (Answered, CallInput::OperatorLost) if awaiting => {
                self.status = AnsweredWaiting;
                Some(vec![EndOperator, Hold])
            }
            (Answered, CallInput::OperatorLost) => Some(self.end_all(Outcome::Answered)),
            _ => None,
        }
    }

    /// Whether `number` may come by an INVITE with the call's id now.
    pub fn may_join(&self, number: &str, candidates: &[String]) -> Result<(), JoinRefusal> {
        let is_candidate = candidates.iter().any(|candidate| candidate == number);
        let has_it = self.answered_by.as_deref() == Some(number);
        match self.status {
            _ if self.kind == Kind::Normal => Err(JoinRefusal::Closed),
            CallStatus::Destroyed => Err(JoinRefusal::Closed),
            CallStatus::AnsweredWaiting if has_it => Ok(()),
            CallStatus::Answered | CallStatus::AnsweredWaiting if is_candidate || has_it => Err(JoinRefusal::Taken),
            CallStatus::New | CallStatus::Calling | CallStatus::Waiting if is_candidate => Ok(()),
            _ => Err(JoinRefusal::Stranger),
        }
    }

    fn taken(&mut self, number: String, effects: Vec<CallEffect>) -> Vec<CallEffect> {
        self.status = CallStatus::Answered;
        self.answered_by = Some(number);
        self.was_answered = true;
        effects
    }

    fn end_all(&mut self, unanswered: Outcome) -> Vec<CallEffect> {
        let outcome = self.outcome(unanswered);
        self.end(unanswered, &[CallEffect::StopRinging, CallEffect::EndOperator, CallEffect::EndCaller(outcome)])
    }

    fn end(&mut self, unanswered: Outcome, effects: &[CallEffect]) -> Vec<CallEffect> {
        let outcome = self.outcome(unanswered);
        self.status = CallStatus::Destroyed;
        self.answered_by = None;
        effects.iter().copied().chain([CallEffect::Record(outcome)]).collect()
    }

    fn outcome(&self, unanswered: Outcome) -> Outcome {
        match (self.was_answered, self.status) {
            (true, _) => Outcome::Answered,
            // Who waited until nobody came and then gave up was not answered; that is not the caller's doing.
            (false, CallStatus::Waiting) if unanswered == Outcome::Cancel => Outcome::NoAnswer,
            _ => unanswered,
        }
    }
}

#[cfg(test)]
#[path = "call_tests.rs"]
mod tests;
