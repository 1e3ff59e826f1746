//! The general number of a group: where it rings, queue after queue.
use forwarding::Queue;
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::GroupForward;
use proto::vestibule::telephony::v1::ForwardQueue;
use serde::{Deserialize, Serialize};

use crate::domain::path::within;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Forward {
    pub is_active: bool,
    pub queues: Vec<Queue>,
}

impl Forward {
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::ForwardSettings) {
        mask.apply(&within(path, "is_active"), &mut self.is_active, new.is_active);
        mask.apply(&within(path, "forward_rules"), &mut self.queues, new.forward_rules.into_iter().map(Queue::from_api).collect());
    }

    /// When it is active it needs somewhere to ring, and somebody in the group.
    pub fn validate(&self, fields: &mut Fields, path: &str, has_users: bool) {
        let rules = within(path, "forward_rules");
        if self.is_active {
            fields.check(has_users, &within(path, "is_active"), "a group with forward settings enabled needs at least one user");
            forwarding::check_needed(fields, &rules, &self.queues);
        } else {
            forwarding::check(fields, &rules, &self.queues);
        }
        self.check_trunks(fields, &rules);
    }

    /// Who looks after a group need not see trunks: numbers outside are called through the group's own.
    fn check_trunks(&self, fields: &mut Fields, rules: &str) {
        for (index, queue) in self.queues.iter().enumerate() {
            for (place, number) in queue.params.trunk_numbers.iter().enumerate() {
                let trunk = format!("{rules}.{index}.params.trunk_numbers.{place}.trunk");
                fields.check(number.trunk_id.is_none(), &trunk, "a group calls outside through its own trunk");
            }
        }
    }

    pub fn into_event(self) -> GroupForward {
        GroupForward { is_active: self.is_active, queues: sent(self.queues) }
    }

    pub fn into_api(self) -> api::ForwardSettings {
        api::ForwardSettings { is_active: self.is_active, forward_rules: sent(self.queues) }
    }
}

/// They name no trunk.
fn sent(queues: Vec<Queue>) -> Vec<ForwardQueue> {
    queues.into_iter().map(|queue| queue.into_api(|_| None)).collect()
}

#[cfg(test)]
mod tests {
    use forwarding::TrunkNumber;

    use super::*;

    const EMPTY: &str = "forward settings need at least one queue with a number";

    fn problems(forward: &Forward, has_users: bool) -> Vec<(String, String)> {
        let mut fields = Fields::new();
        forward.validate(&mut fields, "sip_number", has_users);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn active(queues: Vec<Queue>) -> Forward {
        Forward { is_active: true, queues }
    }

    fn queue(numbers: &[&str]) -> Queue {
        Queue { numbers: numbers.iter().map(|number| number.to_string()).collect(), ..Queue::default() }
    }

    fn outside(trunk_id: Option<i64>) -> Queue {
        let mut queue = queue(&[]);
        queue.params.trunk_numbers = vec![TrunkNumber { number: "+31201234567".into(), trunk_id }];
        queue
    }

    #[test]
    fn a_group_with_forward_settings_enabled_needs_at_least_one_user() {
        let forward = active(vec![queue(&["101"])]);
        assert_eq!(problems(&forward, true), []);
        assert_eq!(problems(&forward, false)[0].0, "sip_number.is_active");
        assert_eq!(problems(&Forward { is_active: false, ..forward }, false), []);
    }

    #[test]
    fn forward_settings_need_at_least_one_queue_with_a_number() {
        assert_eq!(problems(&active(vec![]), true), [("sip_number.forward_rules".into(), EMPTY.into())]);
        assert_eq!(problems(&active(vec![queue(&[])]), true), [("sip_number.forward_rules.0.numbers".into(), EMPTY.into())]);
        assert_eq!(problems(&active(vec![outside(None)]), true), [], "one outside will do");
        assert_eq!(problems(&Forward::default(), false), [], "none is needed while they are off");
    }

    #[test]
    fn queues_are_those_of_numbers_and_rules_also_while_they_are_off() {
        let mut short = queue(&["+31", &"1".repeat(13)]);
        short.params.timeout = 4;
        let paths: Vec<String> = problems(&Forward { is_active: false, queues: vec![short] }, true).into_iter().map(|(path, _)| path).collect();
        let expected = ["numbers.0", "numbers.1", "params.timeout"].map(|end| format!("sip_number.forward_rules.0.{end}"));
        assert_eq!(paths, expected);
    }

    #[test]
    fn a_group_calls_outside_through_its_own_trunk() {
        let path = "sip_number.forward_rules.1.params.trunk_numbers.0.trunk";
        let forward = active(vec![outside(None), outside(Some(7))]);
        assert_eq!(problems(&forward, true), [(path.into(), "a group calls outside through its own trunk".into())]);
    }
}
