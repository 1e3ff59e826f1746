//! Random worlds: what a device does by itself with its list is what the decision says.

use jiff::{SignedDuration, Timestamp};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use schedule::{CustomMode, DurationMode, RepeatMode, Schedule, Weekday};

use super::*;
use crate::domain::decision::{Question, Who, decide};
use crate::domain::device::Locks;
use crate::domain::ids::{DeviceId, GroupId, RuleId};
use crate::domain::testing::{booked, zone};

const USERS: i64 = 4;
const IDENTIFIERS: i64 = 8;
const SCHEDULES: i64 = 4;
const NOW: &str = "2026-08-04T12:00";

#[derive(Debug)]
struct World {
    users: Vec<User>,
    identifiers: Vec<Identifier>,
    rules: Vec<AccessRule>,
    schedules: ScheduleBook,
    license: Option<LicenseGate>,
    device: Device,
}

fn worlds() -> impl Strategy<Value = World> {
    let users = (1..=USERS).map(users).collect::<Vec<_>>();
    let identifiers = (1..=IDENTIFIERS).map(identifiers).collect::<Vec<_>>();
    let schedules = (1..=SCHEDULES).map(schedules).collect::<Vec<_>>();
    let lockdown = option::weighted(0.3, subsequence((1..=4).map(GroupId).collect::<Vec<_>>(), 0..3));
    let world = (users, identifiers, vec(rules(), 1..9), schedules, licenses(), devices(), lockdown);
    world.prop_map(|(users, identifiers, rules, schedules, license, device, lockdown)| {
        let lockdown = lockdown.map(|pass| AccessRule { id: RuleId(-1), prohibition: true, everybody_but: Some(pass.into()), ..rule(-1, 0) });
        World {
            users,
            identifiers,
            rules: rules.into_iter().zip(1..).map(|(rule, id)| AccessRule { id: RuleId(id), ..rule }).chain(lockdown).collect(),
            schedules: schedules.into_iter().collect(),
            license,
            device,
        }
    })
}

/// The tree: group 1 over 2 and 3, 3 over 4.
fn users(id: i64) -> impl Strategy<Value = User> {
    let lineages = vec![vec![], vec![1], vec![1, 2], vec![1, 3], vec![1, 3, 4], vec![1, 2, 3]];
    (select(lineages), prop::bool::weighted(0.9)).prop_map(move |(groups, is_active)| User { is_active, ..user(id, &groups) })
}

fn identifiers(id: i64) -> impl Strategy<Value = Identifier> {
    use IdentifierType::{Card, Face, Qr};
    let facts = (prop::bool::weighted(0.95), prop::bool::weighted(0.05), prop::bool::weighted(0.35), any::<bool>(), prop::bool::weighted(0.1));
    let passes = option::weighted(0.2, (1..4u32, 0..4u32).prop_map(|(max, used)| Passes { max, used }));
    let owner = option::weighted(0.9, 1..=USERS + 1);
    (owner, select(vec![Card, Card, Qr, Face]), facts, hours(), hours(), passes).prop_map(
        move |(owner, kind, (is_active, is_revoked, guest, is_key, is_link_only), valid_from, valid_to, passes)| Identifier {
            owner: owner.map(UserId),
            kind,
            owner_type: if guest { OwnerType::Guest } else { OwnerType::Owner },
            is_guest_key: guest && is_key,
            is_owner_off: id % 7 == 0,
            is_link_only: guest && is_key && is_link_only,
            is_counted_exactly: guest && is_key && passes.is_some() && id % 3 == 0,
            is_active,
            is_revoked,
            valid_from,
            valid_to,
            passes,
            ..card(id, 1)
        },
    )
}

/// Some hours before or after now, mostly none.
fn hours() -> impl Strategy<Value = Option<Timestamp>> {
    option::weighted(0.2, -100..300i64).prop_map(|hours| hours.map(|hours| at(NOW) + SignedDuration::from_hours(hours)))
}

fn rules() -> impl Strategy<Value = AccessRule> {
    let users = subsequence((1..=USERS).map(UserId).collect::<Vec<_>>(), 0..3);
    let named = subsequence((1..=IDENTIFIERS).map(IdentifierId).collect::<Vec<_>>(), 0..4);
    let groups = subsequence((1..=4).map(GroupId).collect::<Vec<_>>(), 0..2);
    // One schedule more than the book knows.
    let schedules = prop_oneof![Just(vec![]), subsequence((1..=SCHEDULES + 1).collect::<Vec<_>>(), 1..3)];
    let doors = vec((1..3i64, prop_oneof![3 => 1..3u8, 2 => Just(0), 1 => 3..9u8]), 1..4);
    let kind = (prop::bool::weighted(0.3), prop::bool::weighted(0.7));
    (users, named, groups, schedules, doors, kind).prop_map(|(users, named, groups, schedules, doors, (prohibition, is_shareable))| AccessRule {
        prohibition,
        is_shareable,
        doors: doors.into_iter().map(|(device, lock)| Door { device: DeviceId(device), lock }).collect(),
        users: users.into(),
        identifiers: named.into(),
        groups: groups.into(),
        ..during(&schedules, rule(0, 0))
    })
}

fn schedules(id: i64) -> impl Strategy<Value = crate::domain::schedule_book::BookedSchedule> {
    use RepeatMode::{Custom, Day, Never, Week};
    let zones = prop_oneof![6 => Just("Europe/Moscow"), 1 => Just("Asia/Tokyo")];
    let mode = select(vec![Never, Day, Week, Custom]);
    let weekdays = vec(select(Weekday::ALL.to_vec()), 1..5);
    (zones, -200..200i64, 1..24i64, mode, any::<bool>(), 1..9u32, weekdays).prop_map(move |(zone, start, length, mode, counted, count, weekdays)| {
        let zone = jiff::tz::TimeZone::get(zone).unwrap();
        let from = zone.to_datetime(at(NOW) + SignedDuration::from_hours(start));
        let mut schedule = Schedule::once(zone, from, from + SignedDuration::from_hours(length));
        schedule.repeat_mode = mode;
        schedule.repeat_custom_mode = CustomMode::Weekly;
        schedule.repeat_custom_weekdays = weekdays;
        schedule.repeat_duration_count = count;
        if counted {
            schedule.repeat_duration_mode = DurationMode::Count;
        }
        booked(id, schedule)
    })
}

fn licenses() -> impl Strategy<Value = Option<LicenseGate>> {
    let types = subsequence(vec![IdentifierType::Qr, IdentifierType::Face], 0..3);
    let gate =
        (types, any::<bool>()).prop_map(|(types, guests)| LicenseGate { types: types.into_iter().chain([IdentifierType::Card]).collect(), guests });
    option::weighted(0.3, gate)
}

fn devices() -> impl Strategy<Value = Device> {
    let types = select(vec![vec![IdentifierType::Card], IdentifierType::ALL.to_vec()]);
    let choice = select(vec![LockChoice::FirstSecondOrAll, LockChoice::Any]);
    let limit = || option::weighted(0.2, 0..5usize);
    (types, 1..5u8, choice, limit(), limit()).prop_map(|(types, locks, lock_choice, max_identifiers, max_faces)| {
        let mut device = panel(1);
        device.capability = Capability { identifier_types: types.into_iter().collect(), locks, lock_choice, max_identifiers, max_faces };
        device
    })
}

impl World {
    fn list(&self) -> DesiredList<'_> {
        let site = Site {
            users: &self.users,
            identifiers: &self.identifiers,
            rules: &self.rules,
            schedules: &self.schedules,
            license: self.license.as_ref(),
        };
        Compiler::new(site, at(NOW)).compile(&self.device)
    }

    /// Instants from now on: some at random, and those at which the schedules open and close next.
    fn instants(&self, minutes: &[i64]) -> Vec<Timestamp> {
        let later = minutes.iter().map(|minute| at(NOW) + SignedDuration::from_mins(*minute));
        let booked = (1..=SCHEDULES).filter_map(|id| self.schedules.get(ScheduleId(id)));
        let changes = booked.flat_map(|booked| std::iter::successors(Some(at(NOW)), |after| booked.timetable.next_change(*after)).take(4));
        later.chain(changes).collect()
    }

    fn decides(&self, identifier: &Identifier, lock: u8, at: Timestamp) -> bool {
        let owner = self.users.iter().find(|user| Some(user.id) == identifier.owner);
        let who = Who::Identifier { identifier, owner };
        let question = Question { who, device: &self.device, lock, at, schedules: &self.schedules, license: self.license.as_ref() };
        decide(&question, &self.rules).allowed
    }
}

/// What a device does with its list alone: it knows numbers of locks, and schedules in its own form
/// by its own clock.
fn opens(list: &DesiredList<'_>, device: &Device, identifier: &Identifier, lock: u8, at: Timestamp) -> bool {
    let Some(item) = list.items.iter().find(|item| item.identifier.id == identifier.id) else { return false };
    let numbers = &item.access.lock_numbers;
    let lock_fits = match (device.capability.lock_choice, numbers.as_slice()) {
        (LockChoice::Any, [0]) => true,
        (LockChoice::Any, numbers) => numbers.contains(&lock),
        (LockChoice::FirstSecondOrAll, [number @ (1 | 2)]) => *number == lock,
        // It reads every other value as all locks.
        (LockChoice::FirstSecondOrAll, _) => true,
    };
    let (from, to) = item.valid();
    let in_period = from.is_none_or(|from| from <= at) && to.is_none_or(|to| at < to);
    let has_passes = item.passes_left().is_none_or(|left| left > 0);
    let held = |link: &uuid::Uuid| {
        let booked = list.schedules.iter().find(|booked| booked.link_id == *link).expect("a device has the schedules of its items");
        booked.profile.to_schedule(device.time_zone.clone()).expect("profiles are valid").contains(at)
    };
    let links = &item.access.schedule_links;
    lock_fits && in_period && has_passes && (links.is_empty() || links.iter().any(held))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_device_alone_opens_exactly_when_the_decision_allows(world in worlds(), minutes in vec(0..20_000i64, 3)) {
        let list = world.list();
        let instants = world.instants(&minutes);
        let locks = Locks::first(world.device.capability.locks);
        for identifier in &world.identifiers {
            let is_refused = list.refused.iter().any(|refused| refused.identifier.id == identifier.id);
            for (lock, instant) in locks.numbers().flat_map(|lock| instants.iter().map(move |instant| (lock, *instant))) {
                let alone = opens(&list, &world.device, identifier, lock, instant);
                let decided = world.decides(identifier, lock, instant);
                prop_assert!(!alone || decided, "opens for the wrong person: {:?} lock {} at {}", identifier, lock, instant);
                prop_assert!(alone == decided || is_refused, "stays shut unsaid: {:?} lock {} at {}", identifier, lock, instant);
            }
        }
    }

    #[test]
    fn a_guests_key_opens_only_what_its_giver_could_open_as_a_person(world in worlds(), minutes in vec(0..20_000i64, 3)) {
        let locks = Locks::first(world.device.capability.locks);
        for key in world.identifiers.iter().filter(|identifier| identifier.is_guest_key) {
            let giver = world.users.iter().find(|user| Some(user.id) == key.owner);
            for (lock, at) in locks.numbers().flat_map(|lock| world.instants(&minutes).into_iter().map(move |at| (lock, at))) {
                let asked = |who| {
                    let question = Question { who, device: &world.device, lock, at, schedules: &world.schedules, license: world.license.as_ref() };
                    decide(&question, &world.rules).allowed
                };
                let opens = asked(Who::Link { identifier: key, owner: giver }) || asked(Who::Identifier { identifier: key, owner: giver });
                prop_assert!(!opens || giver.is_some_and(|giver| asked(Who::User(giver))), "{:?} lock {} at {}", key, lock, at);
            }
        }
    }

    #[test]
    fn nobody_is_both_held_and_refused_and_everything_is_in_order(world in worlds()) {
        let list = world.list();
        let held: Vec<_> = list.items.iter().map(|item| item.identifier.id).collect();
        let refused: Vec<_> = list.refused.iter().map(|refused| refused.identifier.id).collect();
        prop_assert!(held.is_sorted() && refused.is_sorted());
        prop_assert!(held.iter().all(|id| !refused.contains(id)));
        prop_assert!(list.schedules.is_sorted_by_key(|booked| booked.id));
        prop_assert!(list.schedules.iter().all(|booked| booked.schedule.time_zone == zone()));
        prop_assert_eq!(world.list().hash(), list.hash());
    }
}
