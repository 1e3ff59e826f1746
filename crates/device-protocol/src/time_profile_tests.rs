use super::*;
use serde_json::{Value, json};

/// The vendor's own example of a working week.
fn work_week() -> Value {
    json!({
        "link_id": "91c615e3-1040-4815-8ecb-039a18b756b5",
        "name": "Work week",
        "time_options": {"is_all_day": false, "date_from": 1540800000, "date_to": 1540836000},
        "repeat_options": {
            "repeat_enable": true,
            "repeat_format": {
                "repeat_type": "custom",
                "repeat_end": {"format": "date", "date": 1572336000},
                "repeat_custom": {
                    "repeat_point_type": "week", "repeat_looper": 1,
                    "repeat_options": ["MON", "TUE", "WED", "THU", "FRI"]
                }
            }
        }
    })
}

fn custom(point: &str, options: Value) -> TimeProfile {
    let mut profile = work_week();
    let custom = &mut profile["repeat_options"]["repeat_format"]["repeat_custom"];
    custom["repeat_point_type"] = json!(point);
    custom["repeat_options"] = options;
    serde_json::from_value(profile).unwrap()
}

#[test]
fn a_working_week_has_the_vendors_shape() {
    let profile: TimeProfile = serde_json::from_value(work_week()).unwrap();
    assert_eq!(serde_json::to_value(&profile).unwrap(), work_week());
    assert!(profile.check().is_ok());
}

#[test]
fn every_form_of_days_is_told_apart() {
    let forms = [
        ("month", json!({"format": "dayNumbers", "range": [1, 15, 31]})),
        ("month", json!({"format": "parameterizedDay", "range": {"week_order": "last", "day_type": "WEEK_DAY"}})),
        ("year", json!({"months": [1, 12]})),
        ("year", json!({"months": [5], "range": {"week_order": "first", "day_type": "MON"}})),
        ("week", json!(["SUN"])),
    ];
    for (point, options) in forms {
        let profile = custom(point, options.clone());
        assert!(profile.check().is_ok(), "{options}");
        let back = serde_json::to_value(&profile).unwrap();
        assert_eq!(back["repeat_options"]["repeat_format"]["repeat_custom"]["repeat_options"], options);
    }
}

#[test]
fn days_that_do_not_suit_the_point_are_refused() {
    assert!(custom("month", json!(["MON"])).check().is_err());
    assert!(custom("week", json!({"months": [1]})).check().is_err());
    assert!(custom("month", json!({"format": "dayNumbers", "range": [32]})).check().is_err());
    assert!(custom("year", json!({"months": [13]})).check().is_err());
    assert!(custom("week", json!([])).check().is_err());
}

#[test]
fn the_looper_is_1_to_1000() {
    let with = |looper: u32| {
        let mut profile = work_week();
        profile["repeat_options"]["repeat_format"]["repeat_custom"]["repeat_looper"] = json!(looper);
        serde_json::from_value::<TimeProfile>(profile).unwrap().check()
    };
    assert!(with(1).is_ok() && with(1000).is_ok());
    assert!(with(0).is_err());
    let error = with(1001).unwrap_err();
    assert_eq!(error.field, "repeat_options.repeat_format.repeat_custom.repeat_looper");
}

#[test]
fn a_profile_that_ends_before_it_starts_is_refused() {
    let mut profile = work_week();
    profile["time_options"]["date_to"] = json!(1540700000);
    let profile: TimeProfile = serde_json::from_value(profile).unwrap();
    assert_eq!(profile.check().unwrap_err().field, "time_options.date_to");
}

#[test]
fn repetition_without_its_format_is_refused() {
    let mut profile = work_week();
    profile["repeat_options"] = json!({"repeat_enable": true});
    let profile: TimeProfile = serde_json::from_value(profile).unwrap();
    assert_eq!(profile.check().unwrap_err().field, "repeat_options.repeat_format");
}

#[test]
fn a_single_occurrence_needs_no_format() {
    let mut profile = work_week();
    profile["repeat_options"] = json!({"repeat_enable": false});
    assert!(serde_json::from_value::<TimeProfile>(profile).unwrap().check().is_ok());
}
