//! The decision as a device carries it out.

use super::{Compiler, OnlineOnly};
use crate::domain::decision::{Decision, Question, Reason, Who, decide};
use crate::domain::device::Locks;
use crate::domain::remote;

impl Compiler<'_> {
    /// A device that cannot hold the rules asks the platform: what it does not ask about, and a lock that no answer opens,
    /// stay shut. With what keeps the device from deciding by itself, where it opens by asking.
    pub fn decide_at_device(&self, question: &Question<'_>) -> (Decision, Option<OnlineOnly>) {
        let rules = || self.index.rules_of(question.device.id).iter().copied();
        let decision = decide(question, rules());
        let own = match question.who {
            Who::Identifier { identifier, .. } => OnlineOnly::of_identifier(identifier),
            _ => None,
        };
        let online_only = self.online_only(question.device, |rule| question.who.is_named_by(rule)).or(own);
        if !decision.allowed || online_only.is_none() {
            return (decision, None);
        }
        let asks = match question.who {
            Who::User(_) | Who::Link { .. } => true,
            Who::Identifier { identifier, .. } => remote::asks_about(identifier.kind),
        };
        let open = decide(&Question { lock: 0, ..*question }, rules()).locks;
        let capability = &question.device.capability;
        let opened = remote::lock_number(open, capability).map_or(Locks::default(), |answer| remote::opened(answer, capability));
        if asks && !opened.shared_with(decision.locks).is_empty() {
            return (decision, online_only);
        }
        (Decision { allowed: false, locks: Locks::default(), reasons: vec![Reason::NotHeldByDevice] }, online_only)
    }
}
