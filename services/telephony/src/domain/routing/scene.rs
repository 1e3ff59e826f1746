//! What a decision is made from: read by `store::routing`, bounded.
use std::collections::HashMap;
use std::time::Duration;

use forwarding::Queue;

use super::due::Moment;
use super::endpoint::Endpoint;
use crate::domain::route::{Outside, Party};

/// Numbers that one call rings at most: the people of a group, concierges.
pub const MAX_RUNG: usize = 100;

#[derive(Clone, Debug)]
pub struct Scene {
    pub project: Project,
    /// None where nobody has the number.
    pub caller: Option<Endpoint>,
    pub callee: Option<Endpoint>,
    /// Where the caller is.
    pub address: String,
    pub forwarding: Forwarding,
    /// Every number that is named here and may ring: it is the project's, and active.
    pub phones: HashMap<String, Party>,
    /// Who intercepts calls of panels to the callee.
    pub interceptors: Vec<String>,
    /// Concierges of the groups above the caller, the nearest first; those of one group together.
    pub concierges: Vec<Vec<String>>,
    pub lines: Lines,
}

#[derive(Clone, Debug)]
pub struct Project {
    pub id: i64,
    /// It is not suspended, has SIP, and SIP is switched on.
    pub is_open: bool,
    pub has_trunks: bool,
    pub talk_timeout: Duration,
    pub now: Moment,
}

/// Where a call to the number that was dialled goes.
#[derive(Clone, Debug, Default)]
pub enum Forwarding {
    #[default]
    Itself,
    /// By its own queues, those of the rule that it has picked, or those of its group.
    Queues(Vec<Queue>),
    /// To its group's people.
    People(Vec<String>),
}

/// Lines to the outside, the number that is called still empty.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Of the group that calls, or of one above it.
    pub caller: Option<Outside>,
    /// Of the group that is called.
    pub callee: Option<Outside>,
    /// Those that the queues name.
    pub named: HashMap<i64, Outside>,
}
