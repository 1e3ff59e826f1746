//! How a device treats those whom a set of rules names. Users named by the same rules share one plan.

use std::sync::Arc;

use super::index::Index;
use super::item::{Access, OnlineOnly};
use crate::domain::access_rule::AccessRule;
use crate::domain::device::{Device, Locks};
use crate::domain::ids::ScheduleId;
use crate::domain::schedule_book::{BookedSchedule, ScheduleBook};
use crate::domain::sorted::Sorted;

/// How a device treats the users whom a set of rules names.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// They never open anything there.
    Nothing,
    Loaded(Arc<Access>),
    Online(OnlineOnly),
}

/// When a lock opens.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Opening {
    Never,
    Always,
    During(Sorted<ScheduleId>),
    /// When a rule grants and none forbids at that time: a device cannot hold that.
    ExceptWhenProhibited,
}

pub(super) fn make(rules: &[&AccessRule], device: &Device, book: &ScheduleBook, index: &Index<'_>) -> Plan {
    let rules = rules.iter().map(|rule| (*rule, rule.locks_of(device.id))).collect::<Vec<_>>();
    let device_locks = Locks::first(device.capability.locks);
    let mut open = Locks::default();
    let mut openings = Vec::new();
    for lock in device_locks.numbers() {
        let of_lock = rules.iter().filter(|(_, locks)| locks.contains(lock)).map(|(rule, _)| *rule);
        match opening(of_lock, book, index) {
            Opening::Never => {}
            Opening::ExceptWhenProhibited => return Plan::Online(OnlineOnly::ProhibitedAtTimes),
            opening => {
                open = open.with(lock);
                openings.push(opening);
            }
        }
    }
    let Some(first) = openings.first() else { return Plan::Nothing };
    if openings.iter().any(|opening| opening != first) {
        return Plan::Online(OnlineOnly::SchedulesDifferByLock);
    }
    if !device.capability.can_choose(open) {
        return Plan::Online(OnlineOnly::LocksNotSelectable);
    }
    let schedules = schedules_of(first, book);
    if schedules.iter().any(|booked| booked.schedule.time_zone != device.time_zone) {
        return Plan::Online(OnlineOnly::ScheduleInAnotherZone);
    }
    Plan::Loaded(Arc::new(Access::new(open, device_locks, &schedules)))
}

/// When the rules of one lock open it.
fn opening<'r>(rules: impl Iterator<Item = &'r AccessRule>, book: &ScheduleBook, index: &Index<'_>) -> Opening {
    let (prohibitions, grants): (Vec<_>, Vec<_>) = rules.partition(|rule| rule.prohibition);
    // As in `ScheduleBook::force`: a prohibition whose schedule is not known always holds.
    let holds_always = |rule: &&AccessRule| rule.schedules.is_empty() || rule.schedules.iter().any(|id| book.get(*id).is_none());
    if prohibitions.iter().any(holds_always) {
        return Opening::Never;
    }
    let live = |rules: &[&AccessRule]| {
        let ids = rules.iter().flat_map(|rule| rule.schedules.iter().copied());
        ids.filter(|id| index.is_live(*id)).collect::<Sorted<_>>()
    };
    let forbidden = live(&prohibitions);
    if grants.iter().any(|rule| rule.schedules.is_empty()) {
        return if forbidden.is_empty() { Opening::Always } else { Opening::ExceptWhenProhibited };
    }
    let granted = live(&grants);
    // A schedule that grants and forbids at once forbids.
    let left = granted.iter().any(|id| !forbidden.contains(id));
    match (left, forbidden.is_empty()) {
        (false, _) => Opening::Never,
        (true, true) => Opening::During(granted),
        (true, false) => Opening::ExceptWhenProhibited,
    }
}

fn schedules_of<'b>(opening: &Opening, book: &'b ScheduleBook) -> Vec<&'b BookedSchedule> {
    match opening {
        Opening::During(ids) => ids.iter().filter_map(|id| book.get(*id)).collect(),
        _ => Vec::new(),
    }
}
