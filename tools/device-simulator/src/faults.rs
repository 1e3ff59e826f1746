//! What can be made to go wrong with a device.

use std::time::Duration;

use device_protocol::ItemOutcome;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A fault as it is asked for: `{"kind": "refuse_items", "params": {"every": 3}}`. Without
/// parameters, `params` may be empty or absent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultCall {
    kind: String,
    #[serde(default)]
    params: Map<String, Value>,
}

impl FaultCall {
    pub fn fault(self) -> Result<Fault, serde_json::Error> {
        let mut fields = self.params;
        fields.insert("kind".to_owned(), Value::String(self.kind));
        Fault::deserialize(Value::Object(fields))
    }
}

/// A fault to inject.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// Cut from the broker, as if the cable were pulled.
    Offline,
    /// No room for more than `limit` identifiers (0 when absent), whatever the model holds.
    FullMemory {
        #[serde(default)]
        limit: usize,
    },
    /// Every `every`-th item of the bulk writes is refused with `outcome` (`wrong_rule` when absent).
    RefuseItems {
        every: u32,
        #[serde(default = "wrong_rule")]
        outcome: ItemOutcome,
    },
    /// Every setting is refused as a whole.
    RefuseSettings,
    /// Every sound of an emergency alert is refused.
    RefuseAlerts,
    /// Commands are carried out and not answered.
    Silent,
    /// Every answer comes late by this many milliseconds, at most a minute.
    Slow { delay_ms: u64 },
    /// Every push of events is sent twice.
    DuplicateEvents,
    /// The events of a push come in the wrong order.
    ReorderEvents,
    /// The clock is wrong by this much.
    ClockSkew { offset_seconds: i64 },
    /// One message that is no JSON is sent, at once.
    Garbage,
    /// All faults end; the device comes back online, its clock right.
    None,
}

fn wrong_rule() -> ItemOutcome {
    ItemOutcome::WrongRule
}

/// The faults in force. They end with the process.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Faults {
    pub full_memory: Option<usize>,
    pub refuse_items: Option<Refusal>,
    pub refuse_settings: bool,
    pub refuse_alerts: bool,
    pub is_silent: bool,
    pub answer_delay_ms: u64,
    pub duplicate_events: bool,
    pub reorder_events: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct Refusal {
    pub every: u32,
    pub outcome: ItemOutcome,
    /// Items seen since the fault began.
    seen: u32,
}

/// Longest delay of an answer.
const LONGEST_DELAY: u64 = 60_000;

impl Faults {
    /// Takes up a fault that lasts. The momentary ones (offline, clock, garbage) are the caller's.
    pub fn set(&mut self, fault: &Fault) {
        match fault {
            Fault::FullMemory { limit } => self.full_memory = Some(*limit),
            Fault::RefuseItems { every, outcome } => {
                self.refuse_items = Some(Refusal { every: (*every).max(1), outcome: outcome.clone(), seen: 0 });
            }
            Fault::RefuseSettings => self.refuse_settings = true,
            Fault::RefuseAlerts => self.refuse_alerts = true,
            Fault::Silent => self.is_silent = true,
            Fault::Slow { delay_ms } => self.answer_delay_ms = (*delay_ms).min(LONGEST_DELAY),
            Fault::DuplicateEvents => self.duplicate_events = true,
            Fault::ReorderEvents => self.reorder_events = true,
            Fault::None => *self = Self::default(),
            Fault::Offline | Fault::ClockSkew { .. } | Fault::Garbage => {}
        }
    }

    /// Whether the next item of a bulk write is refused, and how.
    pub fn next_item(&mut self) -> Option<ItemOutcome> {
        let refusal = self.refuse_items.as_mut()?;
        refusal.seen = refusal.seen.wrapping_add(1);
        refusal.seen.is_multiple_of(refusal.every).then(|| refusal.outcome.clone())
    }

    pub fn answer_delay(&self) -> Duration {
        Duration::from_millis(self.answer_delay_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(body: Value) -> Result<Fault, serde_json::Error> {
        FaultCall::deserialize(body)?.fault()
    }

    fn fault(body: Value) -> Fault {
        parse(body).unwrap()
    }

    #[test]
    fn every_third_item_is_refused() {
        let mut faults = Faults::default();
        faults.set(&fault(json!({"kind": "refuse_items", "params": {"every": 3}})));
        let refused: Vec<bool> = (0..6).map(|_| faults.next_item().is_some()).collect();
        assert_eq!(refused, [false, false, true, false, false, true]);
    }

    #[test]
    fn faults_are_named_as_the_control_interface_names_them() {
        assert_eq!(fault(json!({"kind": "offline"})), Fault::Offline);
        assert_eq!(fault(json!({"kind": "refuse_settings"})), Fault::RefuseSettings);
        assert_eq!(fault(json!({"kind": "refuse_alerts"})), Fault::RefuseAlerts);
        assert_eq!(fault(json!({"kind": "silent"})), Fault::Silent);
        assert_eq!(fault(json!({"kind": "full_memory", "params": {}})), Fault::FullMemory { limit: 0 });
        assert_eq!(fault(json!({"kind": "slow", "params": {"delay_ms": 5}})), Fault::Slow { delay_ms: 5 });
        assert_eq!(fault(json!({"kind": "offline", "params": {}})), Fault::Offline);
        assert_eq!(fault(json!({"kind": "full_memory"})), Fault::FullMemory { limit: 0 });
    }

    #[test]
    fn an_unknown_fault_or_parameter_is_refused() {
        assert!(parse(json!({"kind": "coffee"})).is_err());
        assert!(parse(json!({"kind": "slow"})).is_err());
        assert!(parse(json!({"kind": "slow", "params": {"delay": 5, "delay_ms": 5}})).is_err());
    }

    #[test]
    fn none_ends_all_faults() {
        let mut faults = Faults::default();
        faults.set(&Fault::DuplicateEvents);
        faults.set(&Fault::Slow { delay_ms: 1_000_000 });
        assert_eq!(faults.answer_delay(), Duration::from_secs(60));
        faults.set(&Fault::None);
        assert!(!faults.duplicate_events && faults.answer_delay().is_zero());
    }
}
