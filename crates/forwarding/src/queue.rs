//! A queue as it is kept: who rings, when, and for how long.
use schedule::Weekday;
use serde::{Deserialize, Serialize};

/// What rings together; kept with the names of the API. What an older build did not keep has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Queue {
    /// Virtual numbers of the project.
    pub numbers: Vec<String>,
    pub params: Params,
    pub redirect_if_no_answer: IfNoAnswer,
    pub redirect_if_error: IfError,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Seconds for which it rings.
    pub timeout: i32,
    /// On which it is due; never empty.
    pub days: Vec<Weekday>,
    /// None for the whole day.
    pub period: Option<Period>,
    /// Numbers outside.
    pub trunk_numbers: Vec<TrunkNumber>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrunkNumber {
    /// International, as +31201234567.
    pub number: String,
    /// None: the trunk of the group.
    pub trunk_id: Option<i64>,
}

/// Seconds since midnight in the project's zone; `from` after `to` goes over midnight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Period {
    pub from: i32,
    pub to: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IfNoAnswer {
    /// The next queue rings from the beginning of this one.
    pub is_immediately: bool,
    /// Seconds after which it rings too; 0: when this one stops.
    pub timeout: i32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IfError {
    /// Whether the next queue rings when nobody of this one can be had.
    pub enabled: bool,
    /// Seconds to wait before.
    pub timeout: i32,
}

impl Default for Params {
    fn default() -> Self {
        Params { timeout: 60, days: Weekday::ALL.to_vec(), period: None, trunk_numbers: Vec::new() }
    }
}

impl Default for IfNoAnswer {
    fn default() -> Self {
        IfNoAnswer { is_immediately: false, timeout: 10 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_build_did_not_keep_has_its_default() {
        let read: Queue = serde_json::from_str(r#"{"numbers": ["101"], "timeout": 30}"#).unwrap();
        assert_eq!(read, Queue { numbers: vec!["101".into()], ..Queue::default() });
    }
}
