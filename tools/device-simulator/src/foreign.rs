//! What another system gave a device before the platform: cards, codes and guests' passes, with schedules, under link ids of that system.

use device_protocol::identifier::{Owner, OwnerType, Valid, ValidPasses, ValidTime};
use device_protocol::link::LinkIds;
use device_protocol::time_profile::{PointType, Repeat, RepeatCustom, RepeatDays, RepeatEnd, RepeatFormat, RepeatType, TimeOptions, WeekDay};
use device_protocol::{IdentifierItem, IdentifierType, LockChoice, TimeProfile};
use rand::Rng;
use rand::rngs::StdRng;
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

use crate::device::Device;
use crate::random::{generator, index_of};
use crate::state::Memory;

/// Monday, 8 to 18 by a clock in UTC.
const BEGIN: OffsetDateTime = datetime!(2026-03-02 08:00 UTC);
const END: OffsetDateTime = datetime!(2026-03-02 18:00 UTC);

/// Gives the device `count` identifiers, whatever it holds; the same ones each time, by its serial number.
pub fn add_identifiers(device: &Device, count: usize) -> anyhow::Result<()> {
    let mut random = generator(0, "foreign", index_of(device.serial.as_str()));
    let schedule = office_hours(&mut random);
    let room = device.room();
    let model = &device.model.capability;
    let mut memory = device.memory();
    let Memory { identifiers, profiles, .. } = &mut *memory;
    profiles.put(schedule.clone(), &jiff::tz::TimeZone::UTC);
    for number in 0..count {
        identifiers.put(identifier(number, &schedule, &mut random), model, room, profiles);
    }
    memory.save_identifiers()?;
    memory.save_profiles()
}

fn link(random: &mut StdRng) -> Uuid {
    uuid::Builder::from_random_bytes(random.random()).into_uuid()
}

/// Of ten: five cards, a card by schedule, one of the second lock, one with an end, a guest's with passes, a code.
fn identifier(number: usize, schedule: &TimeProfile, random: &mut StdRng) -> IdentifierItem {
    let card = IdentifierItem {
        link_id: link(random),
        apartment_link_id: None,
        identifier_owner: Owner { name: format!("Resident {}", number + 1), kind: OwnerType::Owner },
        identifier_type: IdentifierType::Card,
        identifier_number: format!("{:010}", 1_000_000 + number),
        lock: LockChoice::First,
        valid: Valid::ALWAYS,
        face_image: None,
        time_profiles: None,
    };
    match number % 10 {
        5 => IdentifierItem { time_profiles: Some(LinkIds { link_ids: vec![schedule.link_id] }), ..card },
        6 => IdentifierItem { lock: LockChoice::Second, ..card },
        7 => {
            let time = ValidTime { is_permanent: false, from: None, to: Some(datetime!(2100-01-01 00:00 UTC)) };
            IdentifierItem { valid: Valid { time, ..Valid::ALWAYS }, ..card }
        }
        8 => {
            let passes = ValidPasses { is_permanent: false, max_passes: Some(5) };
            let identifier_owner = Owner { kind: OwnerType::Guest, ..card.identifier_owner.clone() };
            IdentifierItem { identifier_owner, valid: Valid { passes, ..Valid::ALWAYS }, ..card }
        }
        9 => IdentifierItem {
            identifier_type: IdentifierType::InputCode,
            identifier_number: format!("{:06}", 100_000 + number),
            lock: LockChoice::All,
            ..card
        },
        _ => card,
    }
}

fn office_hours(random: &mut StdRng) -> TimeProfile {
    let days = RepeatDays::Week(vec![WeekDay::Mon, WeekDay::Tue, WeekDay::Wed, WeekDay::Thu, WeekDay::Fri]);
    let custom = RepeatCustom { repeat_point_type: PointType::Week, repeat_looper: 1, repeat_options: Some(days) };
    TimeProfile {
        link_id: link(random),
        name: "Office hours".into(),
        time_options: TimeOptions { is_all_day: false, date_from: BEGIN, date_to: END },
        repeat_options: Repeat {
            repeat_enable: true,
            repeat_format: Some(RepeatFormat { repeat_type: RepeatType::Custom, repeat_end: RepeatEnd::Never, repeat_custom: Some(custom) }),
        },
    }
}
