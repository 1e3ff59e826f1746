//! A schedule of the desired list, as the device holds it.
use device_protocol::time_profile::{
    DayType, MAX_NAME, MonthDays, ParameterizedDay, PointType, Repeat, RepeatCustom, RepeatDays, RepeatEnd, RepeatFormat, RepeatType, TimeOptions,
    TimeProfile, WeekDay, WeekOrder, YearDays,
};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use proto::vestibule::access::v1::DesiredSchedule;
use schedule::device::{self as neutral, DeviceProfile};
use time::OffsetDateTime;
use uuid::Uuid;

use super::identifier::Reason;

/// `zone`: that of the device's clock, by which it reads days and hours from the instants on the wire.
pub fn profile(desired: &DesiredSchedule, zone: &TimeZone) -> Result<TimeProfile, Reason> {
    let neutral: DeviceProfile = serde_json::from_str(&desired.profile).map_err(|_| "invalid_time_rules_settings")?;
    let profile = TimeProfile {
        link_id: Uuid::try_parse(&desired.link_id).map_err(|_| "wrong_rule")?,
        name: name(desired),
        time_options: TimeOptions { is_all_day: neutral.is_all_day, date_from: instant(neutral.start, zone)?, date_to: instant(neutral.end, zone)? },
        repeat_options: repeat(&neutral, zone)?,
    };
    profile.check().map_err(|_| "invalid_time_rules_settings")?;
    Ok(profile)
}

fn name(desired: &DesiredSchedule) -> String {
    match desired.name.trim() {
        "" => desired.id.to_string(),
        name => name.chars().take(MAX_NAME).collect(),
    }
}

fn instant(wall: DateTime, zone: &TimeZone) -> Result<OffsetDateTime, Reason> {
    let zoned = wall.to_zoned(zone.clone()).map_err(|_| "invalid_time_rules_settings")?;
    Ok(kit::zone::instant(zoned.timestamp()))
}

fn repeat(profile: &DeviceProfile, zone: &TimeZone) -> Result<Repeat, Reason> {
    let repeat_type = match profile.repeat {
        neutral::Repeat::Never => return Ok(Repeat { repeat_enable: false, repeat_format: None }),
        neutral::Repeat::Day => RepeatType::Day,
        neutral::Repeat::Week => RepeatType::Week,
        neutral::Repeat::TwoWeeks => RepeatType::TwoWeeks,
        neutral::Repeat::Month => RepeatType::Month,
        neutral::Repeat::Year => RepeatType::Year,
        neutral::Repeat::Custom => RepeatType::Custom,
    };
    let repeat_end = match profile.until {
        None => RepeatEnd::Never,
        Some(date) => RepeatEnd::Date { date: instant(date.at(0, 0, 0, 0), zone)? },
    };
    let repeat_custom = (repeat_type == RepeatType::Custom).then(|| custom(profile));
    Ok(Repeat { repeat_enable: true, repeat_format: Some(RepeatFormat { repeat_type, repeat_end, repeat_custom }) })
}

fn custom(profile: &DeviceProfile) -> RepeatCustom {
    let day = profile.parameterized_day.map(parameterized);
    let (repeat_point_type, repeat_options) = match profile.point {
        neutral::Point::Day => (PointType::Day, None),
        neutral::Point::Week => {
            (PointType::Week, filled(&profile.weekdays).map(|days| RepeatDays::Week(days.iter().copied().map(weekday).collect())))
        }
        neutral::Point::Month => {
            let days = match day {
                Some(day) => Some(MonthDays::ParameterizedDay(day)),
                None => filled(&profile.day_numbers).map(|days| MonthDays::DayNumbers(days.to_vec())),
            };
            (PointType::Month, days.map(RepeatDays::Month))
        }
        neutral::Point::Year => {
            let days = filled(&profile.months).map(|months| YearDays { months: months.to_vec(), range: day });
            (PointType::Year, days.map(RepeatDays::Year))
        }
    };
    RepeatCustom { repeat_point_type, repeat_looper: profile.looper.into(), repeat_options }
}

/// An empty list is left out: the device then takes the day of the first occurrence.
fn filled<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

fn weekday(day: schedule::Weekday) -> WeekDay {
    match day {
        schedule::Weekday::Mon => WeekDay::Mon,
        schedule::Weekday::Tue => WeekDay::Tue,
        schedule::Weekday::Wed => WeekDay::Wed,
        schedule::Weekday::Thu => WeekDay::Thu,
        schedule::Weekday::Fri => WeekDay::Fri,
        schedule::Weekday::Sat => WeekDay::Sat,
        schedule::Weekday::Sun => WeekDay::Sun,
    }
}

fn parameterized(day: neutral::ParameterizedDay) -> ParameterizedDay {
    let week_order = match day.iteration {
        schedule::Iteration::First => WeekOrder::First,
        schedule::Iteration::Second => WeekOrder::Second,
        schedule::Iteration::Third => WeekOrder::Third,
        schedule::Iteration::Fourth => WeekOrder::Fourth,
        schedule::Iteration::Fifth => WeekOrder::Fifth,
        schedule::Iteration::Last => WeekOrder::Last,
    };
    let day_type = match day.day_type {
        schedule::DayType::Mon => DayType::Mon,
        schedule::DayType::Tue => DayType::Tue,
        schedule::DayType::Wed => DayType::Wed,
        schedule::DayType::Thu => DayType::Thu,
        schedule::DayType::Fri => DayType::Fri,
        schedule::DayType::Sat => DayType::Sat,
        schedule::DayType::Sun => DayType::Sun,
        schedule::DayType::WeekDay => DayType::WeekDay,
        schedule::DayType::DayOff => DayType::DayOff,
    };
    ParameterizedDay { week_order, day_type }
}

/// The way back: what a device holds, by the zone of its clock. None for what the platform cannot express.
pub fn neutral_profile(profile: &TimeProfile, zone: &TimeZone) -> Option<DeviceProfile> {
    profile.check().ok()?;
    let wall = |at: OffsetDateTime| zone.to_datetime(kit::zone::timestamp(at));
    let mut neutral = DeviceProfile {
        start: wall(profile.time_options.date_from),
        end: wall(profile.time_options.date_to),
        is_all_day: profile.time_options.is_all_day,
        repeat: neutral::Repeat::Never,
        until: None,
        point: neutral::Point::Day,
        looper: 1,
        weekdays: Vec::new(),
        day_numbers: Vec::new(),
        parameterized_day: None,
        months: Vec::new(),
    };
    let Some(format) = profile.repeat_options.repeat_format.as_ref().filter(|_| profile.repeat_options.repeat_enable) else {
        return Some(neutral);
    };
    neutral.repeat = match format.repeat_type {
        RepeatType::Day => neutral::Repeat::Day,
        RepeatType::Week => neutral::Repeat::Week,
        RepeatType::TwoWeeks => neutral::Repeat::TwoWeeks,
        RepeatType::Month => neutral::Repeat::Month,
        RepeatType::Year => neutral::Repeat::Year,
        RepeatType::Custom => neutral::Repeat::Custom,
    };
    if let RepeatEnd::Date { date } = format.repeat_end {
        neutral.until = Some(wall(date).date());
    }
    if let Some(custom) = format.repeat_custom.as_ref().filter(|_| format.repeat_type == RepeatType::Custom) {
        set_custom(&mut neutral, custom)?;
    }
    Some(neutral)
}

fn set_custom(neutral: &mut DeviceProfile, custom: &RepeatCustom) -> Option<()> {
    neutral.looper = u16::try_from(custom.repeat_looper).ok()?;
    neutral.point = match custom.repeat_point_type {
        PointType::Day => neutral::Point::Day,
        PointType::Week => neutral::Point::Week,
        PointType::Month => neutral::Point::Month,
        PointType::Year => neutral::Point::Year,
    };
    match (custom.repeat_point_type, &custom.repeat_options) {
        (_, None) => {}
        (PointType::Week, Some(RepeatDays::Week(days))) => neutral.weekdays = days.iter().copied().map(neutral_weekday).collect(),
        (PointType::Month, Some(RepeatDays::Month(MonthDays::DayNumbers(days)))) => neutral.day_numbers.clone_from(days),
        (PointType::Month, Some(RepeatDays::Month(MonthDays::ParameterizedDay(day)))) => neutral.parameterized_day = Some(neutral_day(*day)),
        (PointType::Year, Some(RepeatDays::Year(days))) => {
            neutral.months.clone_from(&days.months);
            neutral.parameterized_day = days.range.map(neutral_day);
        }
        _ => return None,
    }
    Some(())
}

fn neutral_weekday(day: WeekDay) -> schedule::Weekday {
    match day {
        WeekDay::Mon => schedule::Weekday::Mon,
        WeekDay::Tue => schedule::Weekday::Tue,
        WeekDay::Wed => schedule::Weekday::Wed,
        WeekDay::Thu => schedule::Weekday::Thu,
        WeekDay::Fri => schedule::Weekday::Fri,
        WeekDay::Sat => schedule::Weekday::Sat,
        WeekDay::Sun => schedule::Weekday::Sun,
    }
}

fn neutral_day(day: ParameterizedDay) -> neutral::ParameterizedDay {
    let iteration = match day.week_order {
        WeekOrder::First => schedule::Iteration::First,
        WeekOrder::Second => schedule::Iteration::Second,
        WeekOrder::Third => schedule::Iteration::Third,
        WeekOrder::Fourth => schedule::Iteration::Fourth,
        WeekOrder::Fifth => schedule::Iteration::Fifth,
        WeekOrder::Last => schedule::Iteration::Last,
    };
    let day_type = match day.day_type {
        DayType::Mon => schedule::DayType::Mon,
        DayType::Tue => schedule::DayType::Tue,
        DayType::Wed => schedule::DayType::Wed,
        DayType::Thu => schedule::DayType::Thu,
        DayType::Fri => schedule::DayType::Fri,
        DayType::Sat => schedule::DayType::Sat,
        DayType::Sun => schedule::DayType::Sun,
        DayType::WeekDay => schedule::DayType::WeekDay,
        DayType::DayOff => schedule::DayType::DayOff,
    };
    neutral::ParameterizedDay { iteration, day_type }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use serde_json::json;

    fn weekdays() -> DeviceProfile {
        DeviceProfile {
            start: date(2026, 3, 2).at(8, 0, 0, 0),
            end: date(2026, 3, 2).at(18, 0, 0, 0),
            is_all_day: false,
            repeat: neutral::Repeat::Custom,
            until: Some(date(2026, 12, 31)),
            point: neutral::Point::Week,
            looper: 1,
            weekdays: vec![schedule::Weekday::Mon, schedule::Weekday::Fri],
            day_numbers: Vec::new(),
            parameterized_day: None,
            months: Vec::new(),
        }
    }

    fn sent(profile: &DeviceProfile, zone: &str) -> serde_json::Value {
        let desired = DesiredSchedule {
            id: 7,
            link_id: "00000000-0000-0000-0000-000000000007".into(),
            name: "Office".into(),
            profile: serde_json::to_string(profile).unwrap(),
            ..Default::default()
        };
        serde_json::to_value(super::profile(&desired, &TimeZone::get(zone).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn weekdays_8_to_18_become_the_devices_custom_week() {
        let json = sent(&weekdays(), "UTC");
        assert_eq!(json["time_options"], json!({"is_all_day": false, "date_from": 1_772_438_400, "date_to": 1_772_474_400}));
        let format = &json["repeat_options"]["repeat_format"];
        assert_eq!(format["repeat_custom"], json!({"repeat_point_type": "week", "repeat_looper": 1, "repeat_options": ["MON", "FRI"]}));
        assert_eq!(format["repeat_end"], json!({"format": "date", "date": 1_798_675_200}));
    }

    #[test]
    fn hours_are_those_of_the_devices_zone() {
        let from = |zone| sent(&weekdays(), zone)["time_options"]["date_from"].as_i64().unwrap();
        assert_eq!(from("UTC") - from("Europe/Moscow"), 3 * 3600);
    }

    #[test]
    fn a_single_period_does_not_repeat() {
        let once = DeviceProfile { repeat: neutral::Repeat::Never, ..weekdays() };
        assert_eq!(sent(&once, "UTC")["repeat_options"], json!({"repeat_enable": false}));
    }

    #[test]
    fn the_last_working_day_of_a_month_has_the_devices_words() {
        let day = neutral::ParameterizedDay { iteration: schedule::Iteration::Last, day_type: schedule::DayType::WeekDay };
        let profile = DeviceProfile { point: neutral::Point::Month, parameterized_day: Some(day), ..weekdays() };
        let options = &sent(&profile, "UTC")["repeat_options"]["repeat_format"]["repeat_custom"]["repeat_options"];
        assert_eq!(*options, json!({"format": "parameterizedDay", "range": {"week_order": "last", "day_type": "WEEK_DAY"}}));
    }

    #[test]
    fn what_a_device_holds_reads_back_as_it_was_sent() {
        let last_working_day = neutral::ParameterizedDay { iteration: schedule::Iteration::Last, day_type: schedule::DayType::WeekDay };
        let plain = DeviceProfile { weekdays: Vec::new(), until: None, ..weekdays() };
        let simple = |repeat| DeviceProfile { repeat, point: neutral::Point::Day, ..plain.clone() };
        let profiles = [
            weekdays(),
            DeviceProfile { is_all_day: true, ..weekdays() },
            simple(neutral::Repeat::Never),
            simple(neutral::Repeat::Day),
            simple(neutral::Repeat::TwoWeeks),
            DeviceProfile { until: Some(date(2027, 1, 31)), ..simple(neutral::Repeat::Month) },
            DeviceProfile { point: neutral::Point::Day, looper: 3, ..plain.clone() },
            DeviceProfile { point: neutral::Point::Month, day_numbers: vec![1, 15], ..plain.clone() },
            DeviceProfile { point: neutral::Point::Month, parameterized_day: Some(last_working_day), ..plain.clone() },
            DeviceProfile { point: neutral::Point::Year, months: vec![1, 7], parameterized_day: Some(last_working_day), ..plain.clone() },
        ];
        for (zone, profile) in ["UTC", "Europe/Moscow", "America/New_York"].into_iter().flat_map(|zone| profiles.iter().map(move |p| (zone, p))) {
            let held: TimeProfile = serde_json::from_value(sent(profile, zone)).unwrap();
            assert_eq!(neutral_profile(&held, &TimeZone::get(zone).unwrap()).as_ref(), Some(profile), "in {zone}");
        }
    }

    #[test]
    fn a_profile_that_makes_no_sense_is_refused() {
        let desired = DesiredSchedule { link_id: Uuid::nil().to_string(), profile: "{}".into(), ..Default::default() };
        assert_eq!(profile(&desired, &TimeZone::UTC).unwrap_err(), "invalid_time_rules_settings");
    }
}
