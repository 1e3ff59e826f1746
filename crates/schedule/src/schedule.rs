//! A schedule as an operator enters it.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::day::{DayType, Iteration, Weekday};

/// How the first period repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepeatMode {
    #[default]
    Never,
    Day,
    Week,
    TwoWeeks,
    /// The same day of every month that has it.
    Month,
    /// The same date of every year that has it.
    Year,
    /// As the `repeat_custom_*` fields say.
    Custom,
}

/// When the repetition ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DurationMode {
    #[default]
    Infinitely,
    /// With the last period that begins on or before `repeat_duration_until`.
    Until,
    /// After `repeat_duration_count` periods, the first included.
    Count,
}

/// The unit of a custom repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CustomMode {
    /// Every `looper` days.
    #[default]
    Daily,
    /// On `weekdays` of every `looper`th week.
    Weekly,
    /// On `days` (or the day type) of every `looper`th month.
    Monthly,
    /// In `months` of every `looper`th year, on the day of the month of `valid_from` (or the day
    /// type). Panels know no numbered days here, so `days` is not used.
    Yearly,
}

/// A schedule ("time rule"). Fields keep the API's names and defaults; those that its modes do not
/// use are ignored, so a console may send them all. What answers questions is a [`ValidSchedule`](crate::ValidSchedule).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// Where the clock on the wall is.
    #[serde(with = "jiff::fmt::serde::tz::required")]
    pub time_zone: TimeZone,
    /// Start of the first period, wall-clock time; its date is the anchor of the repetition.
    pub valid_from: DateTime,
    /// End of the first period, excluded. With `is_all_day` only the date counts, included.
    pub valid_to: DateTime,
    #[serde(default = "yes")]
    pub is_all_day: bool,
    #[serde(default)]
    pub repeat_mode: RepeatMode,
    #[serde(default)]
    pub repeat_duration_mode: DurationMode,
    /// Periods in all, from 1. Used with [`DurationMode::Count`].
    #[serde(default = "one_period")]
    pub repeat_duration_count: u32,
    /// Used with [`DurationMode::Until`].
    #[serde(default)]
    pub repeat_duration_until: Option<Date>,
    #[serde(default)]
    pub repeat_custom_mode: CustomMode,
    /// Months of a yearly repetition, 1 to 12.
    #[serde(default, rename = "repeat_custom_monthes")]
    pub repeat_custom_months: Vec<u8>,
    #[serde(default)]
    pub repeat_custom_weekdays: Vec<Weekday>,
    /// Days of a monthly repetition, 1 to 31.
    #[serde(default)]
    pub repeat_custom_days: Vec<u8>,
    /// Every n units, 1 to 1000.
    #[serde(default = "every_unit")]
    pub repeat_custom_looper: u16,
    /// Whether a month's day is named by iteration and type ("last Friday") instead of numbers.
    #[serde(default)]
    pub repeat_custom_use_day_types: bool,
    #[serde(default)]
    pub repeat_custom_day_iteration: Option<Iteration>,
    #[serde(default)]
    pub repeat_custom_day_type: Option<DayType>,
}

impl Schedule {
    /// A single period, not all day: the start from which a caller sets what differs.
    pub fn once(time_zone: TimeZone, valid_from: DateTime, valid_to: DateTime) -> Schedule {
        Schedule {
            time_zone,
            valid_from,
            valid_to,
            is_all_day: false,
            repeat_mode: RepeatMode::default(),
            repeat_duration_mode: DurationMode::default(),
            repeat_duration_count: one_period(),
            repeat_duration_until: None,
            repeat_custom_mode: CustomMode::default(),
            repeat_custom_months: Vec::new(),
            repeat_custom_weekdays: Vec::new(),
            repeat_custom_days: Vec::new(),
            repeat_custom_looper: every_unit(),
            repeat_custom_use_day_types: false,
            repeat_custom_day_iteration: None,
            repeat_custom_day_type: None,
        }
    }

    /// Start and end of the first period in wall-clock time, the end excluded.
    pub(crate) fn first_period(&self) -> (DateTime, DateTime) {
        if !self.is_all_day {
            return (self.valid_from, self.valid_to);
        }
        let day_after = self.valid_to.date().tomorrow().unwrap_or(Date::MAX);
        let midnight = Time::midnight();
        (self.valid_from.date().to_datetime(midnight), day_after.to_datetime(midnight))
    }
}

fn yes() -> bool {
    true
}

fn one_period() -> u32 {
    1
}

fn every_unit() -> u16 {
    1
}
