//! A site indexed once: who is worth loading, and whom a rule names.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::Site;
use crate::domain::access_rule::AccessRule;
use crate::domain::decision::{Reason, identifier_obstacles};
use crate::domain::hash::{ContentHash, Hasher};
use crate::domain::identifier::{Identifier, OwnerType};
use crate::domain::ids::{DeviceId, GroupId, IdentifierId, ScheduleId, UserId};
use crate::domain::user::User;

/// Longest name of an owner that a device takes, in characters.
const MAX_OWNER_NAME: usize = 100;

/// An identifier that may open something now or later.
pub(super) struct Candidate<'a> {
    pub identifier: &'a Identifier,
    pub owner: Option<&'a User>,
    pub owner_name: &'a str,
    /// Hash of everything that a device receives about the identifier, except where and when it opens.
    pub hash: ContentHash,
}

/// Candidates go by their position in the order of identifier ids.
pub(super) struct Index<'a> {
    candidates: Vec<Candidate<'a>>,
    by_identifier: HashMap<IdentifierId, u32>,
    by_user: HashMap<UserId, Vec<u32>>,
    /// Only the groups that rules name; those in groups below are listed too.
    by_group: HashMap<GroupId, Vec<u32>>,
    rules: HashMap<DeviceId, Vec<&'a AccessRule>>,
    /// Schedules that hold at some time from now on.
    live: HashSet<ScheduleId>,
}

impl<'a> Index<'a> {
    pub fn new(site: &Site<'a>, now: Timestamp) -> Index<'a> {
        let users: HashMap<UserId, &User> = site.users.iter().map(|user| (user.id, user)).collect();
        let owner_of = |identifier: &Identifier| identifier.owner.and_then(|owner| users.get(&owner).copied());

        let mut worthwhile: Vec<&Identifier> = site.identifiers.iter().filter(|i| may_open(i, owner_of(i), site, now)).collect();
        worthwhile.sort_unstable_by_key(|identifier| identifier.id);

        let mut index = Index {
            candidates: Vec::with_capacity(worthwhile.len()),
            by_identifier: HashMap::with_capacity(worthwhile.len()),
            by_user: HashMap::new(),
            by_group: named_groups(site.rules),
            rules: rules_by_device(site.rules),
            live: live_schedules(site, now),
        };
        for (identifier, position) in worthwhile.into_iter().zip(0..) {
            index.add(identifier, owner_of(identifier), position);
        }
        index
    }

    fn add(&mut self, identifier: &'a Identifier, owner: Option<&'a User>, position: u32) {
        let owner_name = clipped(owner.map_or(&identifier.name, |owner| &owner.name));
        self.candidates.push(Candidate { identifier, owner, owner_name, hash: hash_of(identifier, owner_name) });
        self.by_identifier.insert(identifier.id, position);
        let Some(owner) = owner else { return };
        self.by_user.entry(owner.id).or_default().push(position);
        for group in owner.groups.iter() {
            if let Some(members) = self.by_group.get_mut(group) {
                members.push(position);
            }
        }
    }

    pub fn candidate(&self, position: u32) -> &Candidate<'a> {
        &self.candidates[position as usize]
    }

    /// The rules that speak of a device, in the site's order.
    pub fn rules_of(&self, device: DeviceId) -> &[&'a AccessRule] {
        self.rules.get(&device).map_or(&[], Vec::as_slice)
    }

    pub fn is_live(&self, schedule: ScheduleId) -> bool {
        self.live.contains(&schedule)
    }

    /// Calls `call` with every candidate that the rule names, possibly with one more than once. Must agree
    /// with [`AccessRule::names_identifier`].
    pub fn for_each_named(&self, rule: &AccessRule, mut call: impl FnMut(u32)) {
        if rule.everybody_but.is_some() {
            let is_named = |candidate: &Candidate<'_>| rule.names_identifier(candidate.identifier, candidate.owner);
            return (0..).zip(&self.candidates).filter(|(_, candidate)| is_named(candidate)).for_each(|(position, _)| call(position));
        }
        let of_identifiers = rule.identifiers.iter().filter_map(|id| self.by_identifier.get(id));
        let may_be_given = |position: &&u32| {
            let candidate = self.candidate(**position);
            rule.may_be_given(candidate.identifier, candidate.owner)
        };
        of_identifiers.filter(may_be_given).for_each(|position| call(*position));
        let of_users = rule.users.iter().filter_map(|id| self.by_user.get(id));
        let of_groups = rule.groups.iter().filter_map(|id| self.by_group.get(id));
        for position in of_users.chain(of_groups).flatten() {
            if rule.prohibition || self.candidate(*position).identifier.owner_type == OwnerType::Owner {
                call(*position);
            }
        }
    }
}

/// Whether nothing stands in the identifier's way for good.
fn may_open(identifier: &Identifier, owner: Option<&User>, site: &Site<'_>, now: Timestamp) -> bool {
    let obstacles = identifier_obstacles(identifier, owner, site.license, now);
    !identifier.is_link_only && obstacles.iter().all(|obstacle| matches!(obstacle, Reason::NotYetValid { .. } | Reason::OutsideHours { .. }))
}

fn named_groups(rules: &[AccessRule]) -> HashMap<GroupId, Vec<u32>> {
    rules.iter().flat_map(|rule| rule.groups.iter()).map(|group| (*group, Vec::new())).collect()
}

fn rules_by_device(rules: &[AccessRule]) -> HashMap<DeviceId, Vec<&AccessRule>> {
    let mut by_device: HashMap<DeviceId, Vec<&AccessRule>> = HashMap::new();
    for rule in rules {
        for door in &rule.doors {
            let listed = by_device.entry(door.device).or_default();
            // A rule that names two locks of a device is still one rule of it.
            if listed.last().is_none_or(|last| !std::ptr::eq(*last, rule)) {
                listed.push(rule);
            }
        }
    }
    by_device
}

fn live_schedules(site: &Site<'_>, now: Timestamp) -> HashSet<ScheduleId> {
    let used: HashSet<ScheduleId> = site.rules.iter().flat_map(|rule| rule.schedules.iter().copied()).collect();
    let lives = |id: &ScheduleId| {
        let booked = site.schedules.get(*id);
        booked.is_some_and(|booked| booked.timetable.contains(now) || booked.timetable.next_change(now).is_some())
    };
    used.into_iter().filter(lives).collect()
}

fn clipped(name: &str) -> &str {
    name.char_indices().nth(MAX_OWNER_NAME).map_or(name, |(end, _)| &name[..end])
}

fn hash_of(identifier: &Identifier, owner_name: &str) -> ContentHash {
    let milliseconds = |at: Option<Timestamp>| at.map(Timestamp::as_millisecond);
    let hasher = Hasher::new()
        .bytes(identifier.link_id.as_bytes())
        .text(identifier.kind.as_str())
        .text(&identifier.number)
        .text(owner_name)
        .number(i64::from(identifier.owner_type == OwnerType::Guest))
        .maybe(milliseconds(identifier.valid_from))
        .maybe(milliseconds(identifier.valid_to))
        .maybe(identifier.passes.map(|passes| i64::from(passes.left())));
    hasher.text(identifier.face.as_deref().unwrap_or_default()).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_clipped_to_a_hundred_characters() {
        assert_eq!(clipped(&"ж".repeat(101)).chars().count(), 100);
        assert_eq!(clipped("Ann"), "Ann");
    }
}
