//! The access decision: one pure function, asked by the remote check, the guest key, the access
//! matrix and the explanation; the device compiler is tested against it.
//!
//! A lock opens when nothing is wrong with the identifier itself, a rule that grants is in force for
//! it, and none that forbids is.

mod reason;
mod standing;
#[cfg(test)]
mod tests;

use jiff::Timestamp;

pub use reason::Reason;
pub(crate) use standing::{identifier_obstacles, user_obstacles};

use super::access_rule::AccessRule;
use super::device::{Device, Locks};
use super::identifier::{Identifier, LicenseGate};
use super::schedule_book::{Force, ScheduleBook};
use super::user::User;

/// The subject of a decision.
#[derive(Clone, Copy, Debug)]
pub enum Who<'a> {
    /// A user, whatever they hold in their hand.
    User(&'a User),
    /// `owner` is the user that `identifier.owner` names. When it names one that is not known
    /// here, pass none: the identifier then counts as one of a suspended owner.
    Identifier { identifier: &'a Identifier, owner: Option<&'a User> },
    /// The same by the link of a guest's key: the device reads nothing.
    Link { identifier: &'a Identifier, owner: Option<&'a User> },
}

/// May `who` open a lock of the device at an instant?
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub who: Who<'a>,
    pub device: &'a Device,
    /// 1 to 8, or 0: any lock will do.
    pub lock: u8,
    pub at: Timestamp,
    pub schedules: &'a ScheduleBook,
    /// None where no licence limits identifiers.
    pub license: Option<&'a LicenseGate>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub allowed: bool,
    /// Those of the locks asked about that open; none when refused.
    pub locks: Locks,
    /// Everything that decided it, in a fixed order: when allowed the rules that grant, otherwise
    /// what is in the way. Never empty.
    pub reasons: Vec<Reason>,
}

impl Who<'_> {
    /// Whether a rule names them.
    pub fn is_named_by(&self, rule: &AccessRule) -> bool {
        match self {
            Who::User(user) => rule.names_user(user),
            Who::Identifier { identifier, owner } | Who::Link { identifier, owner } => rule.names_identifier(identifier, *owner),
        }
    }
}

/// Decides by the given rules. Rules about other users or other devices are ignored, so all rules of a project may be
/// passed.
pub fn decide<'r>(question: &Question<'_>, rules: impl IntoIterator<Item = &'r AccessRule>) -> Decision {
    let asked = asked_locks(question);
    let mut reasons = obstacles(question, asked);
    let verdicts = rules.into_iter().filter_map(|rule| Verdict::of(rule, question, asked)).collect::<Vec<_>>();

    let granted = locks_in_force(&verdicts, false);
    let prohibited = locks_in_force(&verdicts, true);
    let open = granted.without(prohibited);
    if reasons.is_empty() && !open.is_empty() {
        let reasons = verdicts.iter().filter_map(|verdict| verdict.granting(open)).collect();
        return Decision { allowed: true, locks: open, reasons };
    }

    reasons.extend(verdicts.iter().filter_map(Verdict::prohibiting));
    if granted.is_empty() {
        let waiting = reasons.len();
        reasons.extend(verdicts.iter().filter_map(Verdict::waiting));
        if reasons.len() == waiting {
            reasons.push(Reason::NoRuleForThisDoor);
        }
    }
    Decision { allowed: false, locks: Locks::default(), reasons }
}

fn asked_locks(question: &Question<'_>) -> Locks {
    Locks::numbered(question.lock).shared_with(Locks::first(question.device.capability.locks))
}

/// What is in the way whatever the rules say.
fn obstacles(question: &Question<'_>, asked: Locks) -> Vec<Reason> {
    let (mut reasons, can_read) = match question.who {
        Who::User(user) => (user_obstacles(user), true),
        Who::Link { identifier, owner } => (identifier_obstacles(identifier, owner, question.license, question.at), true),
        Who::Identifier { identifier, owner } => {
            let types = question.device.capability.identifier_types;
            let can_read = types.contains(identifier.kind) && !identifier.is_link_only;
            (identifier_obstacles(identifier, owner, question.license, question.at), can_read)
        }
    };
    if !can_read || asked.is_empty() {
        reasons.push(Reason::UnsupportedByDevice);
    }
    reasons
}

fn locks_in_force(verdicts: &[Verdict<'_>], prohibition: bool) -> Locks {
    let relevant = verdicts.iter().filter(|verdict| verdict.rule.prohibition == prohibition);
    let in_force = relevant.filter(|verdict| matches!(verdict.force, Force::InForce(_)));
    in_force.fold(Locks::default(), |locks, verdict| locks.joined_with(verdict.locks))
}

/// A rule that names the subject and at least one of the locks in question.
struct Verdict<'r> {
    rule: &'r AccessRule,
    locks: Locks,
    force: Force,
}

impl<'r> Verdict<'r> {
    fn of(rule: &'r AccessRule, question: &Question<'_>, asked: Locks) -> Option<Verdict<'r>> {
        let locks = rule.locks_of(question.device.id).shared_with(asked);
        if locks.is_empty() || !question.who.is_named_by(rule) {
            return None;
        }
        Some(Verdict { rule, locks, force: question.schedules.force(rule, question.at) })
    }

    fn granting(&self, open: Locks) -> Option<Reason> {
        match self.force {
            Force::InForce(schedule) if !self.rule.prohibition && !self.locks.shared_with(open).is_empty() => {
                Some(Reason::GrantedBy { rule: self.rule.id, schedule })
            }
            _ => None,
        }
    }

    fn prohibiting(&self) -> Option<Reason> {
        match self.force {
            Force::InForce(_) if self.rule.everybody_but.is_some() => Some(Reason::Lockdown),
            Force::InForce(schedule) if self.rule.prohibition => Some(Reason::ProhibitedBy { rule: self.rule.id, schedule }),
            _ => None,
        }
    }

    fn waiting(&self) -> Option<Reason> {
        match self.force {
            Force::Waits(next) if !self.rule.prohibition => {
                Some(Reason::OutsideSchedule { rule: self.rule.id, schedule: next.map(|(schedule, _)| schedule), next_opens: next.map(|(_, at)| at) })
            }
            _ => None,
        }
    }
}
