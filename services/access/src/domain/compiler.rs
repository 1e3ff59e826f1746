//! The device compiler: what a device has to hold so that it decides, by itself and while the
//! platform is away, as [`decide`](super::decision::decide) would.
//!
//! A device knows identifiers with one set of locks, one valid period and some schedules. It knows
//! no prohibition, and holds a number once. So a lock that is forbidden at all times is left out,
//! and whatever cannot be expressed in these terms is not loaded but reported as refused: for an
//! `online_only` identifier the device, which does not know it, asks the platform ([`remote`](super::remote)),
//! and keeps shut while that is away.
//! Nothing is ever loaded that would open for longer, or elsewhere, than the decision allows.
//!
//! [`Compiler::new`] reads the whole site once; [`Compiler::compile`] then touches only the rules of
//! one device and the identifiers that they name. Users named by the same rules share one
//! [`Access`], so the rules are evaluated once per such set of users, not once per user.

mod at_device;
mod index;
mod item;
mod plan;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use jiff::Timestamp;

use self::index::{Candidate, Index};
pub use self::item::{Access, DesiredList, Item, OnlineOnly, Refusal, Refused};
use self::plan::Plan;
use super::access_rule::AccessRule;
use super::device::{Capability, Device};
use super::identifier::{Identifier, IdentifierType, LicenseGate};
use super::schedule_book::ScheduleBook;
use super::user::User;

/// Everything of a project that decides about access.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub users: &'a [User],
    pub identifiers: &'a [Identifier],
    pub rules: &'a [AccessRule],
    pub schedules: &'a ScheduleBook,
    /// None where no licence limits identifiers.
    pub license: Option<&'a LicenseGate>,
}

/// A site made ready for compiling the lists of its devices.
pub struct Compiler<'a> {
    site: Site<'a>,
    index: Index<'a>,
}

impl<'a> Compiler<'a> {
    /// Leaves out what can never open at or after `now`: revoked, expired, used up and the like.
    pub fn new(site: Site<'a>, now: Timestamp) -> Compiler<'a> {
        Compiler { site, index: Index::new(&site, now) }
    }

    /// The list of one device, in the order of identifier ids. The same site gives the same list.
    pub fn compile(&self, device: &Device) -> DesiredList<'a> {
        let rules = self.index.rules_of(device.id);
        let named = self.named(rules);
        let mut plans = Plans::default();
        let mut list = ListBuilder::new(&device.capability, named.len());
        for of_one in named.chunk_by(|a, b| a.candidate == b.candidate) {
            let candidate = self.index.candidate(of_one[0].candidate);
            let plan = plans.get(of_one, |named| {
                let rules = named.iter().map(|named| rules[named.rule as usize]);
                plan::make(&rules.collect::<Vec<_>>(), device, self.site.schedules, &self.index)
            });
            list.add(candidate, plan);
        }
        list.finish(self.site.schedules)
    }

    /// What keeps a device from holding the rules that speak of somebody, if anything does.
    pub fn online_only(&self, device: &Device, speaks_of_them: impl Fn(&AccessRule) -> bool) -> Option<OnlineOnly> {
        let rules: Vec<&AccessRule> = self.index.rules_of(device.id).iter().copied().filter(|rule| speaks_of_them(rule)).collect();
        match plan::make(&rules, device, self.site.schedules, &self.index) {
            Plan::Online(why) => Some(why),
            Plan::Nothing | Plan::Loaded(_) => None,
        }
    }

    /// Who is named by which of the rules, in the order of candidates, then of rules.
    fn named(&self, rules: &[&AccessRule]) -> Vec<Named> {
        let mut named = Vec::new();
        for (rule, number) in rules.iter().zip(0..) {
            self.index.for_each_named(rule, |candidate| named.push(Named { candidate, rule: number }));
        }
        named.sort_unstable();
        named.dedup();
        named
    }
}

/// A rule of a device names a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    candidate: u32,
    /// Position among the rules of the device.
    rule: u32,
}

/// Plans by the set of rules that they were made of.
#[derive(Default)]
struct Plans {
    made: Vec<Plan>,
    by_rules: HashMap<Vec<u32>, usize>,
    key: Vec<u32>,
}

impl Plans {
    fn get(&mut self, of_one: &[Named], make: impl FnOnce(&[Named]) -> Plan) -> &Plan {
        self.key.clear();
        self.key.extend(of_one.iter().map(|named| named.rule));
        let position = match self.by_rules.get(&self.key) {
            Some(position) => *position,
            None => {
                self.made.push(make(of_one));
                self.by_rules.insert(self.key.clone(), self.made.len() - 1);
                self.made.len() - 1
            }
        };
        &self.made[position]
    }
}

struct ListBuilder<'a, 'd> {
    capability: &'d Capability,
    items: Vec<Item<'a>>,
    refused: Vec<Refused<'a>>,
    faces: usize,
}

impl<'a, 'd> ListBuilder<'a, 'd> {
    fn new(capability: &'d Capability, expected: usize) -> ListBuilder<'a, 'd> {
        ListBuilder { capability, items: Vec::with_capacity(expected), refused: Vec::new(), faces: 0 }
    }

    fn add(&mut self, candidate: &Candidate<'a>, plan: &Plan) {
        let kind = candidate.identifier.kind;
        let own = OnlineOnly::of_identifier(candidate.identifier);
        let result = match plan {
            Plan::Nothing => return,
            _ if !self.capability.identifier_types.contains(kind) => Err(Refusal::UnsupportedType),
            Plan::Online(why) => Err(Refusal::OnlineOnly(*why)),
            Plan::Loaded(access) => match own {
                Some(cause) => Err(Refusal::OnlineOnly(cause)),
                None if self.is_full(kind) => Err(Refusal::DeviceFull),
                None => Ok(access),
            },
        };
        match result {
            Ok(access) => {
                self.faces += usize::from(kind == IdentifierType::Face);
                self.items.push(Item::new(candidate, access.clone()));
            }
            Err(reason) => self.refused.push(Refused { identifier: candidate.identifier, reason }),
        }
    }

    fn is_full(&self, kind: IdentifierType) -> bool {
        let reached = |limit: Option<usize>, count| limit.is_some_and(|limit| count >= limit);
        let too_many_faces = kind == IdentifierType::Face && reached(self.capability.max_faces, self.faces);
        too_many_faces || reached(self.capability.max_identifiers, self.items.len())
    }

    fn finish(self, schedules: &'a ScheduleBook) -> DesiredList<'a> {
        DesiredList::new(self.items, self.refused, schedules)
    }
}
