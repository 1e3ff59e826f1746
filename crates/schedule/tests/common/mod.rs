//! Random schedules, and a second, naive way to read them.

pub mod reference;

use jiff::Timestamp;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use schedule::{CustomMode, DayType, DurationMode, Iteration, RepeatMode, Schedule, ValidSchedule, Weekday};

/// Zones with no change, with changes of an hour in both hemispheres' sense, and of half an hour.
const ZONES: [&str; 4] = ["UTC", "Europe/Moscow", "America/New_York", "Australia/Lord_Howe"];

/// Schedules that pass validation. Anchors lie in 2009 to 2028, when Moscow still changed its clock.
pub fn schedules() -> impl Strategy<Value = ValidSchedule> {
    (first_periods(), repetitions(), customs())
        .prop_filter_map("valid", |(first, repetition, custom)| ValidSchedule::try_from(assemble(first, repetition, custom)).ok())
}

type First = (&'static str, Date, i64, i64, bool);
type Repetition = (RepeatMode, DurationMode, u32, i64);
type Custom = (CustomMode, Vec<u8>, Vec<Weekday>, Vec<u8>, u16, bool, Option<Iteration>, Option<DayType>);

fn first_periods() -> impl Strategy<Value = First> {
    let day = (2009..2029i16, 1..=12i8, 1..=31i8).prop_map(|(y, m, d)| Date::new(y, m, d).unwrap_or(date(y, m, 28)));
    let minutes = prop_oneof![6 => 1..=24 * 60i64, 1 => 1..=40 * 24 * 60i64];
    (select(ZONES.to_vec()), day, 0..24 * 60i64, minutes, prop::bool::weighted(0.2))
}

fn repetitions() -> impl Strategy<Value = Repetition> {
    use RepeatMode::{Custom, Day, Month, Never, TwoWeeks, Week, Year};
    let mode = prop_oneof![
        6 => select(vec![Never, Day, Week, TwoWeeks, Month, Year]),
        8 => Just(Custom)
    ];
    let end = select(vec![DurationMode::Infinitely, DurationMode::Until, DurationMode::Count]);
    (mode, end, 1..60u32, 0..900i64)
}

fn customs() -> impl Strategy<Value = Custom> {
    use CustomMode::{Daily, Monthly, Weekly, Yearly};
    use DayType::{DayOff, Fri, Mon, Sun, WeekDay};
    use Iteration::{Fifth, First, Fourth, Last, Second, Third};
    (
        select(vec![Daily, Weekly, Monthly, Yearly]),
        vec(1..=12u8, 1..4),
        vec(select(Weekday::ALL.to_vec()), 1..6),
        vec(1..=31u8, 0..5),
        prop_oneof![1..5u16, 1..40u16],
        any::<bool>(),
        option::weighted(0.95, select(vec![First, Second, Third, Fourth, Fifth, Last])),
        option::weighted(0.95, select(vec![Mon, Fri, Sun, WeekDay, DayOff])),
    )
}

fn assemble(first: First, repetition: Repetition, custom: Custom) -> Schedule {
    let (zone, anchor, minute, length, is_all_day) = first;
    let (repeat_mode, repeat_duration_mode, count, days) = repetition;
    let from = anchor.at(0, 0, 0, 0) + jiff::SignedDuration::from_mins(minute);
    let to = from + jiff::SignedDuration::from_mins(length);
    Schedule {
        is_all_day,
        repeat_mode,
        repeat_duration_mode,
        repeat_duration_count: count,
        repeat_duration_until: Some(anchor + jiff::SignedDuration::from_hours(24 * days)),
        repeat_custom_mode: custom.0,
        repeat_custom_months: custom.1,
        repeat_custom_weekdays: custom.2,
        repeat_custom_days: custom.3,
        repeat_custom_looper: custom.4,
        repeat_custom_use_day_types: custom.5,
        repeat_custom_day_iteration: custom.6,
        repeat_custom_day_type: custom.7,
        ..Schedule::once(TimeZone::get(zone).unwrap(), from, to)
    }
}

/// An instant from a year before the schedule's start to six years after it, to the minute.
pub fn instant(schedule: &Schedule, fraction: f64) -> Timestamp {
    let anchor = schedule.time_zone.to_timestamp(schedule.valid_from).unwrap().as_second();
    let year = 366.0 * 86_400.0;
    let second = anchor + ((fraction * 7.0 - 1.0) * year) as i64;
    Timestamp::from_second(second - second.rem_euclid(60)).unwrap()
}
