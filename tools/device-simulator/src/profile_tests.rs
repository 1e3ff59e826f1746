use super::*;
use serde_json::{Value, json};

fn zone() -> TimeZone {
    TimeZone::get("Europe/Berlin").unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse::<DateTime>().unwrap().to_zoned(zone()).unwrap().timestamp()
}

/// Wall-clock times of the zone; `format` is the repeat format, null for a single occurrence.
pub fn profile(from: &str, to: &str, all_day: bool, format: Value) -> TimeProfile {
    let mut repeat = json!({"repeat_enable": !format.is_null()});
    if !format.is_null() {
        repeat["repeat_format"] = format;
    }
    let body = json!({
        "link_id": uuid::Uuid::from_u128(2), "name": "test",
        "time_options": {"is_all_day": all_day, "date_from": at(from).as_second(), "date_to": at(to).as_second()},
        "repeat_options": repeat
    });
    serde_json::from_value(body).unwrap()
}

/// Monday to Friday, 8 to 18, from 2026-01-05 on.
pub fn work_week() -> TimeProfile {
    let days = json!(["MON", "TUE", "WED", "THU", "FRI"]);
    profile("2026-01-05T08:00", "2026-01-05T18:00", false, custom("week", 1, days))
}

fn custom(point: &str, looper: u32, options: Value) -> Value {
    let mut custom = json!({"repeat_point_type": point, "repeat_looper": looper});
    if !options.is_null() {
        custom["repeat_options"] = options;
    }
    json!({"repeat_type": "custom", "repeat_end": {"format": "never"}, "repeat_custom": custom})
}

fn holds(profile: &TimeProfile, when: &str) -> bool {
    assert_eq!(check(profile, &zone()), Ok(()));
    contains(profile, &zone(), at(when))
}

#[test]
fn a_working_week_opens_on_weekdays_from_8_to_18_local_time() {
    let week = work_week();
    assert!(holds(&week, "2026-03-04T08:00") && holds(&week, "2026-03-04T17:59:59"));
    assert!(!holds(&week, "2026-03-04T18:00") && !holds(&week, "2026-03-04T07:59:59"));
    assert!(!holds(&week, "2026-03-07T12:00"), "a Saturday");
    // In summer the same wall-clock hours are other hours of UTC.
    assert!(holds(&week, "2026-07-01T08:00") && !holds(&week, "2026-07-01T18:00"));
}

#[test]
fn a_single_occurrence_holds_once() {
    let once = profile("2026-01-05T08:00", "2026-01-05T09:00", false, Value::Null);
    assert!(holds(&once, "2026-01-05T08:30"));
    assert!(!holds(&once, "2026-01-06T08:30"));
}

#[test]
fn an_all_day_profile_includes_its_last_day() {
    let days = profile("2026-01-05T00:00", "2026-01-06T00:00", true, Value::Null);
    assert!(holds(&days, "2026-01-05T00:00") && holds(&days, "2026-01-06T23:59"));
    assert!(!holds(&days, "2026-01-07T00:00"));
}

#[test]
fn a_repetition_ends_with_the_day_of_its_end() {
    let end = at("2026-01-10T00:00").as_second();
    let daily = json!({"repeat_type": "day", "repeat_end": {"format": "date", "date": end}});
    let profile = profile("2026-01-05T08:00", "2026-01-05T09:00", false, daily);
    assert!(holds(&profile, "2026-01-10T08:30"));
    assert!(!holds(&profile, "2026-01-11T08:30"));
}

#[test]
fn every_plain_repetition_is_followed() {
    let with = |kind: &str| {
        let format = json!({"repeat_type": kind, "repeat_end": {"format": "never"}});
        profile("2026-01-05T08:00", "2026-01-05T09:00", false, format)
    };
    assert!(holds(&with("week"), "2026-01-12T08:30") && !holds(&with("week"), "2026-01-13T08:30"));
    assert!(holds(&with("twoWeeks"), "2026-01-19T08:30") && !holds(&with("twoWeeks"), "2026-01-12T08:30"));
    assert!(holds(&with("month"), "2026-02-05T08:30") && !holds(&with("month"), "2026-02-06T08:30"));
    assert!(holds(&with("year"), "2027-01-05T08:30") && !holds(&with("year"), "2026-02-05T08:30"));
}

#[test]
fn custom_days_are_followed() {
    let with = |point, looper, options| profile("2026-01-05T08:00", "2026-01-05T09:00", false, custom(point, looper, options));
    let third_day = with("day", 3, Value::Null);
    assert!(holds(&third_day, "2026-01-08T08:30") && !holds(&third_day, "2026-01-07T08:30"));
    let numbers = with("month", 1, json!({"format": "dayNumbers", "range": [15, 31]}));
    assert!(holds(&numbers, "2026-01-31T08:30") && holds(&numbers, "2026-02-15T08:30"));
    let last_working_day = json!({"format": "parameterizedDay", "range": {"week_order": "last", "day_type": "WEEK_DAY"}});
    let month = with("month", 1, last_working_day);
    assert!(holds(&month, "2026-01-30T08:30") && !holds(&month, "2026-01-31T08:30"));
    let spring = with("year", 1, json!({"months": [4, 5]}));
    assert!(holds(&spring, "2026-04-05T08:30") && holds(&spring, "2027-05-05T08:30") && !holds(&spring, "2026-06-05T08:30"));
    let first_monday_of_may = with("year", 1, json!({"months": [5], "range": {"week_order": "first", "day_type": "MON"}}));
    assert!(holds(&first_monday_of_may, "2026-05-04T08:30"));
}

#[test]
fn without_days_the_day_of_the_first_occurrence_is_meant() {
    let with = |point| profile("2026-01-05T08:00", "2026-01-05T09:00", false, custom(point, 1, Value::Null));
    assert!(holds(&with("week"), "2026-01-12T08:30") && !holds(&with("week"), "2026-01-13T08:30"));
    assert!(holds(&with("month"), "2026-03-05T08:30") && holds(&with("year"), "2027-01-05T08:30"));
}
