//! A time profile as the device received it, turned into the schedule that it follows.

use device_protocol::TimeProfile;
use device_protocol::time_profile as wire;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use schedule::device::{ParameterizedDay, Point, Repeat};
use schedule::{DayType, DeviceProfile, FieldError, Iteration, Weekday};

use crate::clock::from_protocol;

/// Whether the profile holds at an instant, for a device in this zone. A profile that makes no
/// sense holds never.
pub fn contains(profile: &TimeProfile, zone: &TimeZone, at: Timestamp) -> bool {
    to_device(profile, zone).to_schedule(zone.clone()).is_ok_and(|schedule| schedule.contains(at))
}

/// Whether the device could follow the profile: what it answers with `invalid_time_rules_settings`
/// otherwise.
pub fn check(profile: &TimeProfile, zone: &TimeZone) -> Result<(), Vec<FieldError>> {
    to_device(profile, zone).to_schedule(zone.clone()).map(|_| ())
}

fn to_device(profile: &TimeProfile, zone: &TimeZone) -> DeviceProfile {
    let wall = |at: time::OffsetDateTime| -> DateTime { zone.to_datetime(from_protocol(at)) };
    let start = wall(profile.time_options.date_from);
    let mut device = DeviceProfile {
        start,
        end: wall(profile.time_options.date_to),
        is_all_day: profile.time_options.is_all_day,
        repeat: Repeat::Never,
        until: Some(start.date()),
        point: Point::Day,
        looper: 1,
        weekdays: Vec::new(),
        day_numbers: Vec::new(),
        parameterized_day: None,
        months: Vec::new(),
    };
    let repeat = &profile.repeat_options;
    if let Some(format) = repeat.repeat_format.as_ref().filter(|_| repeat.repeat_enable) {
        device.until = match &format.repeat_end {
            wire::RepeatEnd::Never => None,
            wire::RepeatEnd::Date { date } => Some(wall(*date).date()),
        };
        device.repeat = repeat_of(format.repeat_type);
        if let Some(custom) = &format.repeat_custom {
            set_custom(&mut device, custom);
        }
    }
    device
}

fn set_custom(device: &mut DeviceProfile, custom: &wire::RepeatCustom) {
    let first = device.start;
    device.looper = u16::try_from(custom.repeat_looper).unwrap_or(u16::MAX);
    device.point = match custom.repeat_point_type {
        wire::PointType::Day => Point::Day,
        wire::PointType::Week => Point::Week,
        wire::PointType::Month => Point::Month,
        wire::PointType::Year => Point::Year,
    };
    match &custom.repeat_options {
        Some(wire::RepeatDays::Week(days)) => device.weekdays = days.iter().copied().map(weekday).collect(),
        Some(wire::RepeatDays::Month(wire::MonthDays::DayNumbers(days))) => device.day_numbers = days.clone(),
        Some(wire::RepeatDays::Month(wire::MonthDays::ParameterizedDay(day))) => {
            device.parameterized_day = Some(parameterized(*day));
        }
        Some(wire::RepeatDays::Year(year)) => {
            device.months = year.months.clone();
            device.parameterized_day = year.range.map(parameterized);
        }
        None => {}
    }
    // Without days, the day of the first occurrence is meant.
    match device.point {
        Point::Week if device.weekdays.is_empty() => {
            let monday_first = first.weekday().to_monday_zero_offset().unsigned_abs();
            device.weekdays.push(Weekday::ALL[usize::from(monday_first)]);
        }
        Point::Month if device.day_numbers.is_empty() && device.parameterized_day.is_none() => {
            device.day_numbers.push(first.day().unsigned_abs());
        }
        Point::Year if device.months.is_empty() => device.months.push(first.month().unsigned_abs()),
        _ => {}
    }
}

fn repeat_of(kind: wire::RepeatType) -> Repeat {
    match kind {
        wire::RepeatType::Day => Repeat::Day,
        wire::RepeatType::Week => Repeat::Week,
        wire::RepeatType::TwoWeeks => Repeat::TwoWeeks,
        wire::RepeatType::Month => Repeat::Month,
        wire::RepeatType::Year => Repeat::Year,
        wire::RepeatType::Custom => Repeat::Custom,
    }
}

fn weekday(day: wire::WeekDay) -> Weekday {
    match day {
        wire::WeekDay::Mon => Weekday::Mon,
        wire::WeekDay::Tue => Weekday::Tue,
        wire::WeekDay::Wed => Weekday::Wed,
        wire::WeekDay::Thu => Weekday::Thu,
        wire::WeekDay::Fri => Weekday::Fri,
        wire::WeekDay::Sat => Weekday::Sat,
        wire::WeekDay::Sun => Weekday::Sun,
    }
}

fn parameterized(day: wire::ParameterizedDay) -> ParameterizedDay {
    let iteration = match day.week_order {
        wire::WeekOrder::First => Iteration::First,
        wire::WeekOrder::Second => Iteration::Second,
        wire::WeekOrder::Third => Iteration::Third,
        wire::WeekOrder::Fourth => Iteration::Fourth,
        wire::WeekOrder::Fifth => Iteration::Fifth,
        wire::WeekOrder::Last => Iteration::Last,
    };
    let day_type = match day.day_type {
        wire::DayType::Mon => DayType::Mon,
        wire::DayType::Tue => DayType::Tue,
        wire::DayType::Wed => DayType::Wed,
        wire::DayType::Thu => DayType::Thu,
        wire::DayType::Fri => DayType::Fri,
        wire::DayType::Sat => DayType::Sat,
        wire::DayType::Sun => DayType::Sun,
        wire::DayType::WeekDay => DayType::WeekDay,
        wire::DayType::DayOff => DayType::DayOff,
    };
    ParameterizedDay { iteration, day_type }
}

#[cfg(test)]
#[path = "profile_tests.rs"]
pub mod tests;
