//! Ready-made parts for tests: a card of user 1, device 1 with two locks, rules in Moscow's zone.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use schedule::{CustomMode, RepeatMode, Schedule, Weekday};
use uuid::Uuid;

use super::access_rule::{AccessRule, Door};
use super::device::{Capability, Device, LockChoice};
use super::identifier::{Identifier, IdentifierType, IdentifierTypes, OwnerType};
use super::ids::{DeviceId, GroupId, IdentifierId, RuleId, ScheduleId, UserId};
use super::schedule_book::{BookedSchedule, ScheduleBook};
use super::user::User;

pub fn zone() -> TimeZone {
    TimeZone::get("Europe/Moscow").unwrap()
}

/// An instant in Moscow's wall-clock time.
pub fn at(text: &str) -> Timestamp {
    text.parse::<jiff::civil::DateTime>().unwrap().to_zoned(zone()).unwrap().timestamp()
}

pub fn user(id: i64, groups: &[i64]) -> User {
    let groups = groups.iter().map(|group| GroupId(*group)).collect();
    User { id: UserId(id), name: format!("User {id}"), is_active: true, groups }
}

pub fn card(id: i64, owner: i64) -> Identifier {
    Identifier {
        id: IdentifierId(id),
        link_id: Uuid::from_u128(id as u128),
        kind: IdentifierType::Card,
        number: format!("{id:010}"),
        name: format!("Card {id}"),
        owner: Some(UserId(owner)),
        owner_type: OwnerType::Owner,
        is_guest_key: false,
        is_reservation: false,
        is_owner_off: false,
        is_link_only: false,
        is_counted_exactly: false,
        is_active: true,
        is_revoked: false,
        valid_from: None,
        valid_to: None,
        passes: None,
        face: None,
        hours: None,
    }
}

pub fn panel(id: i64) -> Device {
    Device {
        id: DeviceId(id),
        time_zone: zone(),
        capability: Capability {
            identifier_types: IdentifierTypes::all(),
            locks: 2,
            lock_choice: LockChoice::FirstSecondOrAll,
            max_identifiers: None,
            max_faces: None,
        },
    }
}

/// A rule that names nobody yet and grants one lock of device 1 at any time.
pub fn rule(id: i64, lock: u8) -> AccessRule {
    AccessRule {
        id: RuleId(id),
        name: format!("Rule {id}"),
        prohibition: false,
        is_shareable: true,
        doors: vec![Door { device: DeviceId(1), lock }],
        users: Vec::new().into(),
        identifiers: Vec::new().into(),
        groups: Vec::new().into(),
        everybody_but: None,
        schedules: Vec::new().into(),
    }
}

pub fn for_user(id: i64, rule: AccessRule) -> AccessRule {
    AccessRule { users: vec![UserId(id)].into(), ..rule }
}

pub fn for_group(id: i64, rule: AccessRule) -> AccessRule {
    AccessRule { groups: vec![GroupId(id)].into(), ..rule }
}

pub fn for_identifier(id: i64, rule: AccessRule) -> AccessRule {
    AccessRule { identifiers: vec![IdentifierId(id)].into(), ..rule }
}

pub fn during(schedules: &[i64], rule: AccessRule) -> AccessRule {
    AccessRule { schedules: schedules.iter().map(|id| ScheduleId(*id)).collect(), ..rule }
}

pub fn forbidding(rule: AccessRule) -> AccessRule {
    AccessRule { prohibition: true, ..rule }
}

/// Schedule 1: weekdays 8 to 18 from Monday 2026-08-03. Schedule 2: every day 20 to 22 from then.
/// Schedule 3: the afternoon of 2026-08-05, once. Schedule 4: as 1, by New York's clock.
pub fn book() -> ScheduleBook {
    let once = |zone: TimeZone, from: &str, to: &str| Schedule::once(zone, from.parse().unwrap(), to.parse().unwrap());
    let weekdays = |zone| Schedule {
        repeat_mode: RepeatMode::Custom,
        repeat_custom_mode: CustomMode::Weekly,
        repeat_custom_weekdays: Weekday::ALL[..5].to_vec(),
        ..once(zone, "2026-08-03T08:00", "2026-08-03T18:00")
    };
    let evenings = Schedule { repeat_mode: RepeatMode::Day, ..once(zone(), "2026-08-03T20:00", "2026-08-03T22:00") };
    let afternoon = once(zone(), "2026-08-05T12:00", "2026-08-05T18:00");
    let schedules = [weekdays(zone()), evenings, afternoon, weekdays(TimeZone::get("America/New_York").unwrap())];
    schedules.into_iter().zip(1..).map(|(schedule, id)| booked(id, schedule)).collect()
}

pub fn booked(id: i64, schedule: Schedule) -> BookedSchedule {
    let schedule = schedule.try_into().expect("a valid schedule");
    BookedSchedule::new(ScheduleId(id), Uuid::from_u128(1 << 64 | id as u128), format!("Schedule {id}"), schedule)
}
