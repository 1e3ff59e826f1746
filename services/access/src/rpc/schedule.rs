//! Between the API's schedule and the library's. Both use the same words.
use kit::{Error, Fields, Result};
use proto::vestibule::access::v1::TimeRule;
use schedule::Schedule;
use serde_json::{Value, json};

/// The fields of a schedule as the API has them; the others are left empty.
pub fn to_api(schedule: &Schedule) -> TimeRule {
    let json = serde_json::to_value(schedule).unwrap_or_default();
    let text = |key: &str| json[key].as_str().map(str::to_string);
    let words = |key: &str| json[key].as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_string)).collect();
    let numbers = |key: &str| json[key].as_array().into_iter().flatten().filter_map(|number| number.as_i64().map(|n| n as i32)).collect();
    TimeRule {
        valid_from: text("valid_from").unwrap_or_default(),
        valid_to: text("valid_to").unwrap_or_default(),
        is_all_day: schedule.is_all_day,
        repeat_mode: text("repeat_mode").unwrap_or_default(),
        repeat_duration_mode: text("repeat_duration_mode").unwrap_or_default(),
        repeat_duration_count: schedule.repeat_duration_count as i32,
        repeat_duration_until: text("repeat_duration_until"),
        repeat_custom_mode: text("repeat_custom_mode").unwrap_or_default(),
        repeat_custom_monthes: numbers("repeat_custom_monthes"),
        repeat_custom_weekdays: words("repeat_custom_weekdays"),
        repeat_custom_days: numbers("repeat_custom_days"),
        repeat_custom_looper: i32::from(schedule.repeat_custom_looper),
        repeat_custom_use_day_types: schedule.repeat_custom_use_day_types,
        repeat_custom_day_iteration: text("repeat_custom_day_iteration"),
        repeat_custom_day_type: text("repeat_custom_day_type"),
        time_zone: text("time_zone").unwrap_or_default(),
        ..TimeRule::default()
    }
}

/// The library's schedule, validated. `default_zone` for an empty zone. A word or number that does not fit is
/// refused by its field, and so is everything that the library finds.
pub fn from_api(rule: &TimeRule, default_zone: &str) -> Result<Schedule> {
    let mut object = serde_json::Map::new();
    let mut fields = Fields::new();
    for (key, value) in entries(rule, default_zone) {
        if let Err(message) = fits(key, &value) {
            fields.add(key, message);
        }
        object.insert(key.into(), value);
    }
    fields.finish()?;
    let schedule: Schedule = serde_json::from_value(Value::Object(object)).map_err(|_| Error::field("valid_from", "invalid data sent"))?;
    schedule.validate().map_err(|errors| {
        let mut fields = Fields::new();
        errors.iter().for_each(|error| fields.add(error.field, error.message));
        fields.finish().expect_err("an invalid schedule has errors")
    })?;
    Ok(schedule)
}

/// As JSON, without what is empty: the library's defaults stand for it.
fn entries(rule: &TimeRule, default_zone: &str) -> Vec<(&'static str, Value)> {
    let zone = if rule.time_zone.is_empty() { default_zone } else { &rule.time_zone };
    let mut entries = vec![
        ("time_zone", json!(zone)),
        ("valid_from", json!(rule.valid_from)),
        ("valid_to", json!(rule.valid_to)),
        ("is_all_day", json!(rule.is_all_day)),
        ("repeat_custom_monthes", json!(rule.repeat_custom_monthes)),
        ("repeat_custom_weekdays", json!(rule.repeat_custom_weekdays)),
        ("repeat_custom_days", json!(rule.repeat_custom_days)),
        ("repeat_custom_use_day_types", json!(rule.repeat_custom_use_day_types)),
    ];
    let words =
        [("repeat_mode", &rule.repeat_mode), ("repeat_duration_mode", &rule.repeat_duration_mode), ("repeat_custom_mode", &rule.repeat_custom_mode)];
    entries.extend(words.into_iter().filter(|(_, word)| !word.is_empty()).map(|(key, word)| (key, json!(word))));
    let optional = [
        ("repeat_duration_until", &rule.repeat_duration_until),
        ("repeat_custom_day_iteration", &rule.repeat_custom_day_iteration),
        ("repeat_custom_day_type", &rule.repeat_custom_day_type),
    ];
    entries.extend(optional.into_iter().filter_map(|(key, word)| word.as_ref().filter(|word| !word.is_empty()).map(|word| (key, json!(word)))));
    let counts = [("repeat_duration_count", rule.repeat_duration_count), ("repeat_custom_looper", rule.repeat_custom_looper)];
    entries.extend(counts.into_iter().filter(|(_, count)| *count != 0).map(|(key, count)| (key, json!(count))));
    entries
}

/// Whether the library could read this one field: a whole schedule with it and nothing else out of the ordinary.
fn fits(key: &str, value: &Value) -> std::result::Result<(), &'static str> {
    let mut sample = json!({ "time_zone": "UTC", "valid_from": "2026-01-01T08:00:00", "valid_to": "2026-01-01T18:00:00" });
    sample[key] = value.clone();
    if matches!(key, "valid_from" | "valid_to") && value == "" {
        return Err("required");
    }
    serde_json::from_value::<Schedule>(sample).map(|_| ()).map_err(|_| "invalid data sent")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weekdays() -> TimeRule {
        TimeRule {
            valid_from: "2026-11-23T08:00:00".into(),
            valid_to: "2026-11-23T18:00:00".into(),
            repeat_mode: "custom".into(),
            repeat_custom_mode: "weekly".into(),
            repeat_custom_weekdays: ["mon", "tue", "wed", "thu", "fri"].map(String::from).to_vec(),
            repeat_custom_looper: 1,
            repeat_duration_mode: "infinitely".into(),
            repeat_duration_count: 1,
            ..TimeRule::default()
        }
    }

    fn refused(rule: TimeRule) -> Vec<String> {
        match from_api(&rule, "UTC") {
            Err(Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_schedule_comes_back_as_it_was_sent() {
        let sent = weekdays();
        let back = to_api(&from_api(&sent, "Europe/Berlin").unwrap());
        assert_eq!(back, TimeRule { time_zone: "Europe/Berlin".into(), ..sent });
    }

    #[test]
    fn a_word_that_is_not_known_is_refused_by_its_field() {
        assert_eq!(refused(TimeRule { repeat_mode: "sometimes".into(), ..weekdays() }), ["repeat_mode"]);
        assert_eq!(refused(TimeRule { time_zone: "Mars/Olympus".into(), ..weekdays() }), ["time_zone"]);
        assert_eq!(refused(TimeRule { repeat_custom_weekdays: vec!["someday".into()], ..weekdays() }), ["repeat_custom_weekdays"]);
    }

    #[test]
    fn a_schedule_that_ends_before_it_starts_is_refused() {
        assert_eq!(refused(TimeRule { valid_to: "2026-11-23T07:00:00".into(), ..weekdays() }), ["valid_to"]);
    }

    #[test]
    fn a_schedule_without_a_start_is_refused() {
        assert!(refused(TimeRule { valid_from: String::new(), ..weekdays() }).contains(&"valid_from".to_string()));
    }
}
