//! The desired list of a device.

use std::sync::Arc;

use jiff::Timestamp;
use uuid::Uuid;

use super::index::Candidate;
use crate::domain::device::Locks;
use crate::domain::hash::{ContentHash, Hasher};
use crate::domain::identifier::Identifier;
use crate::domain::ids::ScheduleId;
use crate::domain::schedule_book::{BookedSchedule, ScheduleBook};
use crate::domain::sorted::Sorted;

/// Where and when an identifier opens on a device. Shared by all identifiers that the same rules
/// name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The locks that it opens, of those that the device has.
    pub locks: Locks,
    /// As the API and the drivers count: `[0]` for all locks of a device that has several,
    /// otherwise each.
    pub lock_numbers: Vec<u8>,
    /// In order of ids. Any of them lets it in; none means always.
    pub schedules: Vec<ScheduleId>,
    /// Link ids of `schedules`, in the same order.
    pub schedule_links: Vec<Uuid>,
    hash: ContentHash,
}

impl Access {
    pub(super) fn new(locks: Locks, device_locks: Locks, schedules: &[&BookedSchedule]) -> Access {
        let several = device_locks.numbers().count() > 1;
        let lock_numbers = if several && locks == device_locks { vec![0] } else { locks.numbers().collect() };
        let links = schedules.iter().map(|booked| booked.link_id).collect::<Vec<_>>();
        let hasher = links.iter().fold(Hasher::new().bytes(&lock_numbers), |hasher, link| hasher.bytes(link.as_bytes()));
        Access { locks, lock_numbers, schedules: schedules.iter().map(|booked| booked.id).collect(), schedule_links: links, hash: hasher.finish() }
    }
}

/// An identifier as the device should hold it.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    pub identifier: &'a Identifier,
    /// At most 100 characters: the owner's name, or the identifier's when nobody owns it.
    pub owner_name: &'a str,
    pub access: Arc<Access>,
    /// Changes with everything that the device receives about this item. The contents of schedules
    /// have their own hashes.
    pub hash: ContentHash,
}

impl<'a> Item<'a> {
    pub(super) fn new(candidate: &Candidate<'a>, access: Arc<Access>) -> Item<'a> {
        let hash = Hasher::new().bytes(candidate.hash.as_bytes()).bytes(access.hash.as_bytes()).finish();
        Item { identifier: candidate.identifier, owner_name: candidate.owner_name, access, hash }
    }

    /// When it is valid: from the first instant, up to and without the second.
    pub fn valid(&self) -> (Option<Timestamp>, Option<Timestamp>) {
        (self.identifier.valid_from, self.identifier.valid_to)
    }

    /// Passes that are left, at least one; none for no limit.
    pub fn passes_left(&self) -> Option<u32> {
        self.identifier.passes.map(|passes| passes.left())
    }
}

/// Why a device does not hold an identifier that some rule lets in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The device cannot read identifiers of this type.
    UnsupportedType,
    /// It holds as many identifiers, or faces, as it can.
    DeviceFull,
    /// It opens while the device can ask the platform about it, and not otherwise.
    OnlineOnly(OnlineOnly),
}

/// What a device cannot hold by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnlineOnly {
    /// A rule forbids it at certain times.
    ProhibitedAtTimes,
    /// It may open different locks at different times.
    SchedulesDifferByLock,
    /// The device cannot choose just these locks.
    LocksNotSelectable,
    /// A schedule goes by another zone than the device's clock.
    ScheduleInAnotherZone,
    /// A recurring key has hours of its own: devices join schedules, they do not intersect them.
    HoursOfTheKey,
    /// A panel that is away would not know of passes at other doors.
    PassesOfTheKey,
}

impl OnlineOnly {
    /// What keeps devices from holding the identifier, whatever the rules.
    pub fn of_identifier(identifier: &Identifier) -> Option<OnlineOnly> {
        let causes = [(identifier.hours.is_some(), OnlineOnly::HoursOfTheKey), (identifier.is_counted_exactly, OnlineOnly::PassesOfTheKey)];
        causes.into_iter().find(|(is_so, _)| *is_so).map(|(_, cause)| cause)
    }
}

impl Refusal {
    /// The stable word of the API.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::UnsupportedType => "unsupported_type",
            Refusal::DeviceFull => "device_full",
            Refusal::OnlineOnly(_) => "online_only",
        }
    }

    /// What of it the device cannot hold, in a stable word.
    pub const fn cause(self) -> Option<&'static str> {
        match self {
            Refusal::OnlineOnly(why) => Some(why.code()),
            Refusal::UnsupportedType | Refusal::DeviceFull => None,
        }
    }
}

impl OnlineOnly {
    pub const fn code(self) -> &'static str {
        match self {
            OnlineOnly::ProhibitedAtTimes => "prohibited_at_times",
            OnlineOnly::SchedulesDifferByLock => "schedules_differ_by_lock",
            OnlineOnly::LocksNotSelectable => "locks_not_selectable",
            OnlineOnly::ScheduleInAnotherZone => "schedule_in_another_zone",
            OnlineOnly::HoursOfTheKey => "hours_of_the_key",
            OnlineOnly::PassesOfTheKey => "passes_of_the_key",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Refused<'a> {
    pub identifier: &'a Identifier,
    pub reason: Refusal,
}

/// Everything that a device should hold. All three lists are in the order of ids.
#[derive(Clone, Debug)]
pub struct DesiredList<'a> {
    pub items: Vec<Item<'a>>,
    /// The schedules that the items use: a device needs them first.
    pub schedules: Vec<&'a BookedSchedule>,
    pub refused: Vec<Refused<'a>>,
}

impl<'a> DesiredList<'a> {
    pub(super) fn new(items: Vec<Item<'a>>, refused: Vec<Refused<'a>>, book: &'a ScheduleBook) -> DesiredList<'a> {
        // Neighbours mostly share their access, so few are looked at.
        let accesses = items.chunk_by(|a, b| Arc::ptr_eq(&a.access, &b.access)).map(|run| &run[0].access);
        let used: Sorted<ScheduleId> = accesses.flat_map(|access| access.schedules.iter().copied()).collect();
        let schedules = used.iter().filter_map(|id| book.get(*id)).collect();
        DesiredList { items, schedules, refused }
    }

    /// Hash of everything that the device receives. Equal lists have equal hashes.
    pub fn hash(&self) -> ContentHash {
        let schedules = self.schedules.iter().map(|booked| &booked.hash);
        let items = self.items.iter().map(|item| &item.hash);
        let counted = Hasher::new().number(self.schedules.len() as i64);
        schedules.chain(items).fold(counted, |hasher, hash| hasher.bytes(hash.as_bytes())).finish()
    }
}
