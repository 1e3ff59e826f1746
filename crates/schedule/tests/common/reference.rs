//! The meaning of a schedule written down a second time: walk the calendar day by day, ask of each
//! day whether the rule names it, and read each period's bounds off the clock. Slow, and shares
//! nothing with the crate but its data types.

use jiff::civil::{Date, DateTime, Weekday as Civil};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use schedule::{CustomMode, DayType, DurationMode, Iteration, RepeatMode, Schedule, Weekday};

/// The parts of the schedule's periods that lie in a window, as start and end.
pub fn periods(schedule: &Schedule, from: Timestamp, to: Timestamp) -> Vec<(Timestamp, Timestamp)> {
    let date_of = |instant| schedule.time_zone.to_datetime(instant).date();
    let length = days_between(schedule.valid_from.date(), schedule.valid_to.date());
    let earliest = date_of(from) - (length + 2).days();
    begin_dates(schedule, date_of(to))
        .into_iter()
        .filter(|day| *day >= earliest)
        .map(|day| period_of(schedule, day))
        .map(|(start, end)| (start.max(from), end.min(to)))
        .filter(|(start, end)| start < end)
        .collect()
}

fn begin_dates(schedule: &Schedule, last: Date) -> Vec<Date> {
    let mut found = Vec::new();
    let mut day = schedule.valid_from.date();
    while day <= last && !is_over(schedule, day, found.len()) {
        if names(schedule, day) {
            found.push(day);
        }
        day = day.tomorrow().unwrap();
    }
    found
}

fn is_over(schedule: &Schedule, day: Date, so_far: usize) -> bool {
    if schedule.repeat_mode == RepeatMode::Never {
        return so_far == 1;
    }
    match schedule.repeat_duration_mode {
        DurationMode::Infinitely => false,
        DurationMode::Until => day > schedule.repeat_duration_until.unwrap(),
        DurationMode::Count => so_far as u32 == schedule.repeat_duration_count,
    }
}

fn names(schedule: &Schedule, day: Date) -> bool {
    let anchor = schedule.valid_from.date();
    match schedule.repeat_mode {
        RepeatMode::Never => day == anchor,
        RepeatMode::Day => true,
        RepeatMode::Week => day.weekday() == anchor.weekday(),
        RepeatMode::TwoWeeks => days_between(anchor, day) % 14 == 0,
        RepeatMode::Month => day.day() == anchor.day(),
        RepeatMode::Year => day.day() == anchor.day() && day.month() == anchor.month(),
        RepeatMode::Custom => custom_names(schedule, day),
    }
}

fn custom_names(schedule: &Schedule, day: Date) -> bool {
    let anchor = schedule.valid_from.date();
    let looper = i64::from(schedule.repeat_custom_looper);
    let years = i64::from(day.year() - anchor.year());
    let months = years * 12 + i64::from(day.month() - anchor.month());
    match schedule.repeat_custom_mode {
        CustomMode::Daily => days_between(anchor, day) % looper == 0,
        CustomMode::Weekly => {
            let weeks = days_between(monday_of(anchor), monday_of(day)) / 7;
            weeks % looper == 0 && schedule.repeat_custom_weekdays.iter().any(|w| civil(*w) == day.weekday())
        }
        CustomMode::Monthly => months % looper == 0 && names_day_of_month(schedule, day),
        CustomMode::Yearly => {
            years % looper == 0 && schedule.repeat_custom_months.contains(&(day.month() as u8)) && names_day_of_month(schedule, day)
        }
    }
}

fn names_day_of_month(schedule: &Schedule, day: Date) -> bool {
    if !schedule.repeat_custom_use_day_types {
        return match schedule.repeat_custom_mode {
            CustomMode::Yearly => day.day() == schedule.valid_from.day(),
            _ => schedule.repeat_custom_days.contains(&(day.day() as u8)),
        };
    }
    let kind = schedule.repeat_custom_day_type.unwrap();
    let candidates: Vec<Date> = (1..=day.days_in_month())
        .map(|number| Date::new(day.year(), day.month(), number).unwrap())
        .filter(|candidate| is_of(kind, candidate.weekday()))
        .collect();
    let chosen = match schedule.repeat_custom_day_iteration.unwrap() {
        Iteration::First => candidates.first(),
        Iteration::Second => candidates.get(1),
        Iteration::Third => candidates.get(2),
        Iteration::Fourth => candidates.get(3),
        Iteration::Fifth => candidates.get(4),
        Iteration::Last => candidates.last(),
    };
    chosen == Some(&day)
}

fn is_of(kind: DayType, weekday: Civil) -> bool {
    let weekend = matches!(weekday, Civil::Saturday | Civil::Sunday);
    match kind {
        DayType::Mon => weekday == Civil::Monday,
        DayType::Tue => weekday == Civil::Tuesday,
        DayType::Wed => weekday == Civil::Wednesday,
        DayType::Thu => weekday == Civil::Thursday,
        DayType::Fri => weekday == Civil::Friday,
        DayType::Sat => weekday == Civil::Saturday,
        DayType::Sun => weekday == Civil::Sunday,
        DayType::WeekDay => !weekend,
        DayType::DayOff => weekend,
    }
}

fn civil(weekday: Weekday) -> Civil {
    match weekday {
        Weekday::Mon => Civil::Monday,
        Weekday::Tue => Civil::Tuesday,
        Weekday::Wed => Civil::Wednesday,
        Weekday::Thu => Civil::Thursday,
        Weekday::Fri => Civil::Friday,
        Weekday::Sat => Civil::Saturday,
        Weekday::Sun => Civil::Sunday,
    }
}

fn monday_of(mut day: Date) -> Date {
    while day.weekday() != Civil::Monday {
        day = day.yesterday().unwrap();
    }
    day
}

fn days_between(from: Date, to: Date) -> i64 {
    i64::from((to - from).get_days())
}

fn period_of(schedule: &Schedule, day: Date) -> (Timestamp, Timestamp) {
    let anchor = schedule.valid_from.date();
    let last_day = day + days_between(anchor, schedule.valid_to.date()).days();
    let (start, end) = if schedule.is_all_day {
        (day.at(0, 0, 0, 0), last_day.tomorrow().unwrap().at(0, 0, 0, 0))
    } else {
        (day.to_datetime(schedule.valid_from.time()), last_day.to_datetime(schedule.valid_to.time()))
    };
    (on_the_clock(&schedule.time_zone, start), on_the_clock(&schedule.time_zone, end))
}

/// Watches the clock minute by minute around the time until it shows it, or something later.
/// The zones under test never change by more than an hour, nor by a part of a minute.
fn on_the_clock(zone: &TimeZone, time: DateTime) -> Timestamp {
    let as_utc = TimeZone::UTC.to_timestamp(time).unwrap();
    let offset = zone.to_offset(as_utc).seconds();
    let about = as_utc - SignedDuration::from_secs(i64::from(offset));
    (-150..=150)
        .map(|minute| about + SignedDuration::from_mins(minute))
        .find(|instant| zone.to_datetime(*instant) >= time)
        .expect("the clock gets there")
}
