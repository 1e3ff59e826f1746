//! A schedule ("time rule") as somebody enters it, in the words of the API, and as the `schedule` library keeps it. Both
//! use the same words.

use kit::{Error, Fields, Mask, Result};
use schedule::{Schedule, ValidSchedule};
use serde_json::{Map, Value, json};

const MAX_NAME: usize = 100;
const MAX_DESCRIPTION: usize = 1000;

/// What a person may set of a schedule. What is empty takes the default of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeRuleDraft {
    pub name: String,
    pub description: Option<String>,
    pub valid_from: String,
    pub valid_to: String,
    pub is_all_day: bool,
    pub repeat_mode: String,
    pub repeat_duration_mode: String,
    pub repeat_duration_count: i32,
    pub repeat_duration_until: Option<String>,
    pub repeat_custom_mode: String,
    pub repeat_custom_monthes: Vec<i32>,
    pub repeat_custom_weekdays: Vec<String>,
    pub repeat_custom_days: Vec<i32>,
    pub repeat_custom_looper: i32,
    pub repeat_custom_use_day_types: bool,
    pub repeat_custom_day_iteration: Option<String>,
    pub repeat_custom_day_type: Option<String>,
    /// Empty for a schedule that goes by the project's zone.
    pub time_zone: String,
}

impl TimeRuleDraft {
    /// With the schedule's zone; without name and description.
    pub fn from_schedule(schedule: &Schedule) -> TimeRuleDraft {
        let json = serde_json::to_value(schedule).unwrap_or_default();
        let text = |key: &str| json[key].as_str().map(str::to_string);
        let words = |key: &str| json[key].as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_string)).collect();
        let numbers = |key: &str| json[key].as_array().into_iter().flatten().filter_map(|number| number.as_i64().map(|n| n as i32)).collect();
        TimeRuleDraft {
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
            ..TimeRuleDraft::default()
        }
    }

    /// Takes the fields that the mask names from `new`.
    pub fn merge(&mut self, new: TimeRuleDraft, mask: &Mask) {
        macro_rules! take {
            ($($field:ident),+ $(,)?) => { $(mask.apply(stringify!($field), &mut self.$field, new.$field);)+ };
        }
        take!(
            name,
            description,
            valid_from,
            valid_to,
            is_all_day,
            repeat_mode,
            repeat_duration_mode,
            repeat_duration_count,
            repeat_duration_until,
            repeat_custom_mode,
            repeat_custom_monthes,
            repeat_custom_weekdays,
            repeat_custom_days,
            repeat_custom_looper,
            repeat_custom_use_day_types,
            repeat_custom_day_iteration,
            repeat_custom_day_type,
            time_zone,
        );
    }

    /// The schedule of a draft without errors.
    pub fn validate(&self, project_zone: &str) -> Result<ValidSchedule> {
        let mut fields = Fields::new();
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_multiline_text("description", self.description.as_deref(), MAX_DESCRIPTION);
        fields.finish()?;
        self.validate_schedule(project_zone)
    }

    /// As `validate`, whatever the name and description are: for a preview. A word or number that does not fit is refused
    /// by its field, and so is everything that the library finds.
    pub fn validate_schedule(&self, project_zone: &str) -> Result<ValidSchedule> {
        let mut object = Map::new();
        let mut fields = Fields::new();
        for (key, value) in self.entries(project_zone) {
            if let Err(message) = validate_field(key, &value) {
                fields.add(key, message);
            }
            object.insert(key.into(), value);
        }
        fields.finish()?;
        let schedule: Schedule = serde_json::from_value(Value::Object(object)).map_err(|_| Error::field("valid_from", "invalid data sent"))?;
        schedule.try_into().map_err(|errors: Vec<schedule::FieldError>| {
            let mut fields = Fields::new();
            errors.iter().for_each(|error| fields.add(error.field, error.message));
            fields.finish().expect_err("an invalid schedule has errors")
        })
    }

    /// As JSON, without what is empty: the library's defaults stand for it.
    fn entries(&self, project_zone: &str) -> Vec<(&'static str, Value)> {
        let zone = if self.time_zone.is_empty() { project_zone } else { &self.time_zone };
        let mut entries = vec![
            ("time_zone", json!(zone)),
            ("valid_from", json!(self.valid_from)),
            ("valid_to", json!(self.valid_to)),
            ("is_all_day", json!(self.is_all_day)),
            ("repeat_custom_monthes", json!(self.repeat_custom_monthes)),
            ("repeat_custom_weekdays", json!(self.repeat_custom_weekdays)),
            ("repeat_custom_days", json!(self.repeat_custom_days)),
            ("repeat_custom_use_day_types", json!(self.repeat_custom_use_day_types)),
        ];
        let words = [
            ("repeat_mode", &self.repeat_mode),
            ("repeat_duration_mode", &self.repeat_duration_mode),
            ("repeat_custom_mode", &self.repeat_custom_mode),
        ];
        entries.extend(words.into_iter().filter(|(_, word)| !word.is_empty()).map(|(key, word)| (key, json!(word))));
        let optional = [
            ("repeat_duration_until", &self.repeat_duration_until),
            ("repeat_custom_day_iteration", &self.repeat_custom_day_iteration),
            ("repeat_custom_day_type", &self.repeat_custom_day_type),
        ];
        entries.extend(optional.into_iter().filter_map(|(key, word)| word.as_ref().filter(|word| !word.is_empty()).map(|word| (key, json!(word)))));
        let counts = [("repeat_duration_count", self.repeat_duration_count), ("repeat_custom_looper", self.repeat_custom_looper)];
        entries.extend(counts.into_iter().filter(|(_, count)| *count != 0).map(|(key, count)| (key, json!(count))));
        entries
    }
}

/// Whether the library can read this one field: tried in a schedule whose other fields are valid.
fn validate_field(key: &str, value: &Value) -> std::result::Result<(), &'static str> {
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

    fn weekdays() -> TimeRuleDraft {
        TimeRuleDraft {
            valid_from: "2026-11-23T08:00:00".into(),
            valid_to: "2026-11-23T18:00:00".into(),
            repeat_mode: "custom".into(),
            repeat_custom_mode: "weekly".into(),
            repeat_custom_weekdays: ["mon", "tue", "wed", "thu", "fri"].map(String::from).to_vec(),
            repeat_custom_looper: 1,
            repeat_duration_mode: "infinitely".into(),
            repeat_duration_count: 1,
            ..TimeRuleDraft::default()
        }
    }

    fn refused(rule: TimeRuleDraft) -> Vec<String> {
        match rule.validate_schedule("UTC") {
            Err(Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_schedule_comes_back_as_it_was_sent() {
        let sent = weekdays();
        let back = TimeRuleDraft::from_schedule(&sent.validate_schedule("Europe/Berlin").unwrap());
        assert_eq!(back, TimeRuleDraft { time_zone: "Europe/Berlin".into(), ..sent });
    }

    #[test]
    fn a_word_that_is_not_known_is_refused_by_its_field() {
        assert_eq!(refused(TimeRuleDraft { repeat_mode: "sometimes".into(), ..weekdays() }), ["repeat_mode"]);
        assert_eq!(refused(TimeRuleDraft { time_zone: "Mars/Olympus".into(), ..weekdays() }), ["time_zone"]);
        assert_eq!(refused(TimeRuleDraft { repeat_custom_weekdays: vec!["someday".into()], ..weekdays() }), ["repeat_custom_weekdays"]);
    }

    #[test]
    fn a_schedule_that_ends_before_it_starts_is_refused() {
        assert_eq!(refused(TimeRuleDraft { valid_to: "2026-11-23T07:00:00".into(), ..weekdays() }), ["valid_to"]);
    }

    #[test]
    fn a_schedule_without_a_start_is_refused() {
        assert!(refused(TimeRuleDraft { valid_from: String::new(), ..weekdays() }).contains(&"valid_from".to_string()));
    }
}
