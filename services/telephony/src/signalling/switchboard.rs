//! What every call works with: the adapters, the registry and the limits of this replica.
use kit::Context;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::attempt_queue::AttemptQueue;
use super::call_rate::CallRate;
use super::certificate::Certificates;
use super::counters::Counters;
use super::registry::Registry;
use super::sip::Sip;
use crate::config::CallConfig;
use crate::domain::realm;
use crate::edge::Edge;
use crate::media::{Keys, Ng};

/// Shared by all calls of this replica.
pub struct Switchboard {
    pub context: Context,
    /// Where this replica is and what it talks to.
    pub config: CallConfig,
    /// What the SIP domains of the projects end with.
    pub domain: String,
    pub sip: Sip,
    pub edge: Edge,
    pub ng: Ng,
    pub keys: Keys,
    pub certificates: Certificates,
    pub registry: Registry,
    pub call_rate: CallRate,
    pub attempts: AttemptQueue,
    /// Calls because of alarms that this replica places.
    pub alarm_calls: TaskTracker,
    pub counters: Counters,
    /// Calls note themselves down and end without a word to anybody: they go on in the next process.
    pub draining: CancellationToken,
}

impl Switchboard {
    pub fn realm(&self, project_id: i64) -> String {
        realm::for_project(project_id, &self.domain)
    }

    pub fn sound(&self, name: &str) -> String {
        format!("{}/{name}.wav", self.config.sounds)
    }
}
