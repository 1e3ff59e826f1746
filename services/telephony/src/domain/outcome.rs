//! What became of a call, as the history has it, and what its caller is told.
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Answered,
    NoAnswer,
    Busy,
    /// The caller hung up before anybody answered.
    Cancel,
    Failed,
}

impl Outcome {
    /// As the table has it.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Answered => "answered",
            Outcome::NoAnswer => "noanswer",
            Outcome::Busy => "busy",
            Outcome::Cancel => "cancel",
            Outcome::Failed => "failed",
        }
    }

    /// What a phone that did not take the call meant by its answer.
    pub fn from_status(code: u16) -> Outcome {
        match code {
            486 | 600 | 603 | 607 => Outcome::Busy,
            // No answer in time, not registered just now, cancelled by us.
            408 | 480 | 487 => Outcome::NoAnswer,
            _ => Outcome::Failed,
        }
    }

    /// What the caller hears when nobody took the call.
    pub fn code(self) -> u16 {
        match self {
            Outcome::Busy => 486,
            Outcome::Failed => 503,
            Outcome::Answered | Outcome::NoAnswer | Outcome::Cancel => 480,
        }
    }

    /// Of several phones: that one was busy says more than that another did not answer, and both more than a failure.
    pub fn or(self, other: Outcome) -> Outcome {
        let weight = |outcome| match outcome {
            Outcome::Answered => 4,
            Outcome::Busy => 3,
            Outcome::NoAnswer => 2,
            Outcome::Cancel => 1,
            Outcome::Failed => 0,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_busy_and_silence_is_no_answer() {
        assert_eq!(Outcome::from_status(486), Outcome::Busy);
        assert_eq!(Outcome::from_status(603), Outcome::Busy);
        assert_eq!(Outcome::from_status(408), Outcome::NoAnswer);
        assert_eq!(Outcome::from_status(480), Outcome::NoAnswer);
        assert_eq!(Outcome::from_status(500), Outcome::Failed);
        assert_eq!(Outcome::from_status(488), Outcome::Failed);
    }

    #[test]
    fn of_several_phones_the_busy_one_counts() {
        assert_eq!(Outcome::Failed.or(Outcome::NoAnswer), Outcome::NoAnswer);
        assert_eq!(Outcome::Busy.or(Outcome::NoAnswer), Outcome::Busy);
        assert_eq!(Outcome::NoAnswer.or(Outcome::Busy), Outcome::Busy);
    }
}
