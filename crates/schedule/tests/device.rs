//! The device form of a schedule, by example.

use jiff::civil::date;
use jiff::tz::TimeZone;
use schedule::device::{ParameterizedDay, Point, Repeat};
use schedule::{CustomMode, DayType, DeviceProfile, DurationMode, Iteration, RepeatMode, Schedule, Weekday};

fn profile(schedule: &Schedule) -> DeviceProfile {
    DeviceProfile::from(&schedule.clone().try_into().expect("the schedule is valid"))
}

fn morning() -> Schedule {
    let (from, to) = (date(2026, 8, 3).at(8, 0, 0, 0), date(2026, 8, 3).at(18, 0, 0, 0));
    Schedule::once(TimeZone::UTC, from, to)
}

#[test]
fn a_count_becomes_the_date_of_the_last_period() {
    let profile =
        profile(&Schedule { repeat_mode: RepeatMode::TwoWeeks, repeat_duration_mode: DurationMode::Count, repeat_duration_count: 3, ..morning() });
    assert_eq!(profile.repeat, Repeat::TwoWeeks);
    assert_eq!(profile.until, Some(date(2026, 8, 31)));
}

#[test]
fn a_single_period_does_not_repeat() {
    let long = Schedule { valid_to: date(2027, 8, 3).at(0, 0, 0, 0), ..morning() };
    let profile = profile(&long);
    assert_eq!((profile.repeat, profile.until), (Repeat::Never, Some(date(2026, 8, 3))));
    let rebuilt = profile.to_schedule(TimeZone::UTC).unwrap();
    assert!(rebuilt.contains("2027-08-02T23:00:00Z".parse().unwrap()));
    assert!(!rebuilt.contains("2027-08-03T00:00:00Z".parse().unwrap()));
}

#[test]
fn fields_that_the_repetition_does_not_use_are_not_sent() {
    let profile = profile(&Schedule {
        repeat_mode: RepeatMode::Custom,
        repeat_custom_mode: CustomMode::Weekly,
        repeat_custom_looper: 2,
        repeat_custom_weekdays: vec![Weekday::Fri, Weekday::Mon, Weekday::Fri],
        repeat_custom_days: vec![5],
        repeat_custom_months: vec![1],
        ..morning()
    });
    assert_eq!((profile.point, profile.looper), (Point::Week, 2));
    assert_eq!(profile.weekdays, [Weekday::Mon, Weekday::Fri]);
    assert!(profile.day_numbers.is_empty() && profile.months.is_empty());
}

#[test]
fn a_day_type_becomes_a_parameterized_day() {
    let profile = profile(&Schedule {
        repeat_mode: RepeatMode::Custom,
        repeat_custom_mode: CustomMode::Monthly,
        repeat_custom_use_day_types: true,
        repeat_custom_day_iteration: Some(Iteration::Last),
        repeat_custom_day_type: Some(DayType::DayOff),
        repeat_custom_days: vec![5],
        ..morning()
    });
    let expected = ParameterizedDay { iteration: Iteration::Last, day_type: DayType::DayOff };
    assert_eq!(profile.parameterized_day, Some(expected));
    assert!(profile.day_numbers.is_empty());
}

#[test]
fn a_profile_that_makes_no_sense_is_refused() {
    let mut profile = profile(&morning());
    profile.repeat = Repeat::Custom;
    profile.looper = 0;
    let errors = profile.to_schedule(TimeZone::UTC).unwrap_err();
    assert_eq!(errors[0].field, "repeat_custom_looper");
}

#[test]
fn a_profile_survives_json() {
    let profile = profile(&morning());
    let json = serde_json::to_string(&profile).unwrap();
    assert!(json.contains(r#""repeat":"never","until":"2026-08-03""#), "{json}");
    assert_eq!(serde_json::from_str::<DeviceProfile>(&json).unwrap(), profile);
}
