//! What becomes of a call: who is rung, and when. Made by `routing`, carried out by `signalling`.
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A call that has come to the edge, authenticated.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub project_id: i64,
    /// The number that calls.
    pub caller: String,
    /// What was dialled: a number, or +digits for outside.
    pub callee: String,
    /// The panel's SOS button.
    pub is_sos: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    Refuse(Refusal),
    Ring(Box<Route>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// "unable to call your number"
    OwnNumber,
    /// Nobody has the number, or the caller may not know of it.
    NotFound,
    /// The caller sees the number, and may not call it.
    Forbidden,
    /// Switched off: the caller's number, or the one that was dialled.
    Disabled,
    /// A call to outside, and no trunk for the caller.
    NoTrunk,
    /// Nobody could ever answer: a general number of a group without people, say.
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Route {
    pub project_id: i64,
    pub kind: Kind,
    pub is_sos: bool,
    pub from: Party,
    /// Who was dialled; who was meant, where somebody else is rung.
    pub to: Party,
    /// Where the caller is, for whom is rung: as `CallInfo.address`.
    pub address: String,
    /// In the order of their beginning; at least one.
    pub stages: Vec<Stage>,
    /// The project's: how long a call of a panel may be talked in.
    pub talk_timeout: Duration,
}

impl Route {
    /// How long the call may be answered, held or waiting at a time. A panel is for many and is not to be occupied; but
    /// nobody hangs up on who calls for help, and people hang up by themselves.
    pub fn longest_state(&self) -> Option<Duration> {
        (self.from.device_id != 0 && !self.is_sos).then_some(self.talk_timeout)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Ends when either side hangs up, and when nobody answers in time.
    Normal,
    /// Waits until somebody takes it, is put on hold when its operator hangs up, and ends when its caller does.
    Awaiting,
}

/// A side of a call, as the history remembers it; 0 and "" for what it has not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Party {
    pub number: String,
    pub name: String,
    pub user_id: i64,
    pub user_name: String,
    pub device_id: i64,
    pub device_name: String,
    pub domain_id: i64,
    pub domain_name: String,
}

/// Targets that ring together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    pub targets: Vec<Target>,
    /// From the beginning of the call.
    pub starts_after: Duration,
    pub rings_for: Duration,
    /// When every target so far is busy, refuses or cannot be reached, and this stage has not begun: it begins after
    /// this, instead of waiting for its time. None: the call ends there, unless one of them only did not answer.
    pub on_error: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// Every phone that is registered with the number.
    Number(Party),
    Outside(Outside),
}

/// A number in the public network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outside {
    pub number: String,
    pub trunk_id: i64,
    pub trunk_name: String,
    /// The number shown.
    pub outgoing_number: String,
    pub termination_uri: String,
    pub login: Option<String>,
    /// With the installation's key, for "telephony.trunk.password".
    pub sealed_password: Option<Vec<u8>>,
}
