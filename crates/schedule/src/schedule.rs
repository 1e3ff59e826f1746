//! A schedule as an operator enters it.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::day::{DayType, Iteration, Weekday};
use crate::field_error::FieldError;
use crate::timetable::{Period, Timetable};
use crate::validate;

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
/// use are ignored, so a console may send them all.
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

    /// Says every field that is wrong. The other methods expect a schedule that passed; on one that
    /// did not they still return, but periods that overlap are not told apart.
    pub fn validate(&self) -> Result<(), Vec<FieldError>> {
        validate::check(self)
    }

    /// The schedule made ready for questions. Keep it when asking more than once.
    pub fn timetable(&self) -> Timetable {
        Timetable::new(self)
    }

    /// Whether the instant lies in a period. See [`Timetable::contains`].
    pub fn contains(&self, instant: Timestamp) -> bool {
        self.timetable().contains(instant)
    }

    /// The periods in a window. See [`Timetable::periods`].
    pub fn periods(&self, from: Timestamp, to: Timestamp, limit: usize) -> Vec<Period> {
        self.timetable().periods(from, to, limit)
    }

    /// The next instant at which `contains` changes. See [`Timetable::next_change`].
    pub fn next_change(&self, after: Timestamp) -> Option<Timestamp> {
        self.timetable().next_change(after)
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
