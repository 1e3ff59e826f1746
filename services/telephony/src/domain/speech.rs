//! A call that the platform keeps: its states, what moves it from one to the next, and what is done then. No I/O:
//! `signalling` carries out the effects, in their order.
use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
use super::route::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
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

impl Status {
    /// As the table and CallUpdated have it.
    pub fn word(self) -> &'static str {
        match self {
            Status::New => "new",
            Status::Calling => "calling",
            Status::Answered => "answered",
            Status::Waiting => "waiting",
            Status::AnsweredWaiting => "answered_waiting",
            Status::Destroyed => "destroyed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The first phone rings.
    Rung,
    /// The phone of this number took the call.
    Answered(String),
    OperatorHungUp,
    /// The phone does not answer any more.
    CallerLost,
    OperatorLost,
    /// Somebody of this number came by an INVITE with the speech's id, and may (`may_join`).
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
pub enum Effect {
    /// The caller hears the ringing tone.
    TellRinging,
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
pub struct Speech {
    pub kind: Kind,
    pub status: Status,
    pub answered_by: Option<String>,
    /// Somebody answered, now or before.
    pub was_answered: bool,
}

/// Why an INVITE with the speech's id is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not among those whom the call was for.
    Stranger,
    /// "answered by another user"
    Taken,
    /// It is not one that may be joined, or it is over.
    Closed,
}

impl Speech {
    pub fn new(kind: Kind) -> Self {
        Speech { kind, status: Status::New, answered_by: None, was_answered: false }
    }

    /// Takes in what happened. None: it changes nothing in this state.
    pub fn apply(&mut self, input: Input) -> Option<Vec<Effect>> {
        use Effect::*;
        use Status::*;
        let awaiting = self.kind == Kind::Awaiting;
        match (self.status, input) {
            (Destroyed, _) => None,
            (_, Input::CallerHungUp) => Some(self.end(Outcome::Cancel, &[StopRinging, EndOperator])),
            (_, Input::CallerLost) => Some(self.end_all(Outcome::Cancel)),
            (_, Input::Stopped) => Some(self.end_all(Outcome::Busy)),
            (_, Input::Failed) => Some(self.end_all(Outcome::Failed)),
            (_, Input::TalkTimeUp) => Some(self.end_all(Outcome::NoAnswer)),
            (New, Input::Rung) => {
                self.status = Calling;
                Some(if awaiting { vec![] } else { vec![TellRinging] })
            }
            (New | Calling, Input::Answered(number)) => Some(self.taken(number, vec![StopRinging, Bridge])),
            (New | Calling, Input::Joined(number)) if awaiting => Some(self.taken(number, vec![StopRinging, Bridge])),
            (Waiting | AnsweredWaiting, Input::Joined(number)) if awaiting => Some(self.taken(number, vec![Bridge])),
            (New | Calling, Input::NobodyInTime(_)) if awaiting => {
                self.status = Waiting;
                Some(vec![StopRinging])
            }
            (New | Calling, Input::NobodyInTime(outcome)) => Some(self.end_all(outcome)),
            (Answered, Input::OperatorHungUp) if awaiting => {
                self.status = AnsweredWaiting;
                Some(vec![Hold])
            }
            (Answered, Input::OperatorHungUp) => Some(self.end(Outcome::Answered, &[EndCaller(Outcome::Answered)])),
            (Answered, Input::OperatorLost) if awaiting => {
                self.status = AnsweredWaiting;
                Some(vec![EndOperator, Hold])
            }
            (Answered, Input::OperatorLost) => Some(self.end_all(Outcome::Answered)),
            _ => None,
        }
    }

    /// Whether `number` may come by an INVITE with the speech's id now.
    pub fn may_join(&self, number: &str, candidates: &[String]) -> Result<(), Refused> {
        let is_candidate = candidates.iter().any(|candidate| candidate == number);
        let has_it = self.answered_by.as_deref() == Some(number);
        match self.status {
            _ if self.kind == Kind::Normal => Err(Refused::Closed),
            Status::Destroyed => Err(Refused::Closed),
            Status::AnsweredWaiting if has_it => Ok(()),
            Status::Answered | Status::AnsweredWaiting if is_candidate || has_it => Err(Refused::Taken),
            Status::New | Status::Calling | Status::Waiting if is_candidate => Ok(()),
            _ => Err(Refused::Stranger),
        }
    }

    fn taken(&mut self, number: String, effects: Vec<Effect>) -> Vec<Effect> {
        self.status = Status::Answered;
        self.answered_by = Some(number);
        self.was_answered = true;
        effects
    }

    fn end_all(&mut self, unanswered: Outcome) -> Vec<Effect> {
        let outcome = self.outcome(unanswered);
        self.end(unanswered, &[Effect::StopRinging, Effect::EndOperator, Effect::EndCaller(outcome)])
    }

    fn end(&mut self, unanswered: Outcome, effects: &[Effect]) -> Vec<Effect> {
        let outcome = self.outcome(unanswered);
        self.status = Status::Destroyed;
        self.answered_by = None;
        effects.iter().copied().chain([Effect::Record(outcome)]).collect()
    }

    fn outcome(&self, unanswered: Outcome) -> Outcome {
        match (self.was_answered, self.status) {
            (true, _) => Outcome::Answered,
            // Who waited until nobody came and then gave up was not answered; that is not the caller's doing.
            (false, Status::Waiting) if unanswered == Outcome::Cancel => Outcome::NoAnswer,
            _ => unanswered,
        }
    }
}

#[cfg(test)]
#[path = "speech_tests.rs"]
mod tests;
