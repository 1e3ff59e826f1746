//! The form in which a door panel holds a schedule.
//!
//! A panel has one clock, in its own zone, so a profile carries no zone; and it knows no number of
//! repetitions, so a count becomes the date of the last one. [`DeviceProfile`] is neutral: what maps
//! it to a device's JSON is the driver.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::day::{DayType, Iteration, Weekday};
use crate::field_error::FieldError;
use crate::schedule::{CustomMode, DurationMode, RepeatMode, Schedule};
use crate::valid_schedule::ValidSchedule;

/// `repeat_type` of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// A single period: the schedule of the panel does not repeat.
    Never,
    Day,
    Week,
    TwoWeeks,
    Month,
    Year,
    /// As point, looper and the days say.
    Custom,
}

/// `repeat_point_type` of a panel: the unit of a custom repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    Day,
    Week,
    Month,
    Year,
}

/// `parameterizedDay` of a panel: the nth day of a kind in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ParameterizedDay {
    pub iteration: Iteration,
    pub day_type: DayType,
}

/// A schedule as a panel holds it. Lists that the repetition does not use are empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeviceProfile {
    /// Start of the first period, in the panel's wall-clock time.
    pub start: DateTime,
    /// End of the first period, excluded; with `is_all_day` only the date counts, included.
    pub end: DateTime,
    pub is_all_day: bool,
    pub repeat: Repeat,
    /// `repeat_end`: the last date on which a period begins; none is "never".
    pub until: Option<Date>,
    /// The unit; matters with [`Repeat::Custom`].
    pub point: Point,
    /// Every n units, 1 to 1000.
    pub looper: u16,
    pub weekdays: Vec<Weekday>,
    /// Days of a month, 1 to 31; only with [`Point::Month`].
    pub day_numbers: Vec<u8>,
    /// With [`Point::Month`] in place of numbers; with [`Point::Year`] in place of the first
    /// period's day.
    pub parameterized_day: Option<ParameterizedDay>,
    /// 1 to 12; only with [`Point::Year`].
    pub months: Vec<u8>,
}

impl From<&ValidSchedule> for DeviceProfile {
    /// The profile for a panel in the schedule's zone.
    fn from(schedule: &ValidSchedule) -> DeviceProfile {
        let mut profile = DeviceProfile {
            start: schedule.valid_from,
            end: schedule.valid_to,
            is_all_day: schedule.is_all_day,
            repeat: repeat_of(schedule.repeat_mode),
            until: schedule.timetable().last_date(),
            point: Point::Day,
            looper: 1,
            weekdays: Vec::new(),
            day_numbers: Vec::new(),
            parameterized_day: None,
            months: Vec::new(),
        };
        if schedule.repeat_mode == RepeatMode::Custom {
            profile.set_custom(schedule);
        }
        profile
    }
}

impl DeviceProfile {
    /// The schedule that a panel in `time_zone` follows when it holds this profile. It contains the
    /// same instants as the one the profile was made of, though it may be worded differently.
    pub fn to_schedule(&self, time_zone: TimeZone) -> Result<ValidSchedule, Vec<FieldError>> {
        let schedule = Schedule {
            is_all_day: self.is_all_day,
            repeat_mode: mode_of(self.repeat),
            repeat_duration_mode: match self.until {
                Some(_) => DurationMode::Until,
                None => DurationMode::Infinitely,
            },
            repeat_duration_until: self.until,
            repeat_custom_mode: match self.point {
                Point::Day => CustomMode::Daily,
                Point::Week => CustomMode::Weekly,
                Point::Month => CustomMode::Monthly,
                Point::Year => CustomMode::Yearly,
            },
            repeat_custom_months: self.months.clone(),
            repeat_custom_weekdays: self.weekdays.clone(),
            repeat_custom_days: self.day_numbers.clone(),
            repeat_custom_looper: self.looper,
            repeat_custom_use_day_types: self.parameterized_day.is_some(),
            repeat_custom_day_iteration: self.parameterized_day.map(|day| day.iteration),
            repeat_custom_day_type: self.parameterized_day.map(|day| day.day_type),
            ..Schedule::once(time_zone, self.start, self.end)
        };
        schedule.try_into()
    }

    fn set_custom(&mut self, schedule: &Schedule) {
        self.looper = schedule.repeat_custom_looper;
        match schedule.repeat_custom_mode {
            CustomMode::Daily => self.point = Point::Day,
            CustomMode::Weekly => {
                self.point = Point::Week;
                self.weekdays = sorted(&schedule.repeat_custom_weekdays);
            }
            CustomMode::Monthly => {
                self.point = Point::Month;
                self.parameterized_day = parameterized_day(schedule);
                if self.parameterized_day.is_none() {
                    self.day_numbers = sorted(&schedule.repeat_custom_days);
                }
            }
            CustomMode::Yearly => {
                self.point = Point::Year;
                self.months = sorted(&schedule.repeat_custom_months);
                self.parameterized_day = parameterized_day(schedule);
            }
        }
    }
}

fn parameterized_day(schedule: &Schedule) -> Option<ParameterizedDay> {
    if !schedule.repeat_custom_use_day_types {
        return None;
    }
    let (iteration, day_type) = (schedule.repeat_custom_day_iteration?, schedule.repeat_custom_day_type?);
    Some(ParameterizedDay { iteration, day_type })
}

fn repeat_of(mode: RepeatMode) -> Repeat {
    match mode {
        RepeatMode::Never => Repeat::Never,
        RepeatMode::Day => Repeat::Day,
        RepeatMode::Week => Repeat::Week,
        RepeatMode::TwoWeeks => Repeat::TwoWeeks,
        RepeatMode::Month => Repeat::Month,
        RepeatMode::Year => Repeat::Year,
        RepeatMode::Custom => Repeat::Custom,
    }
}

fn mode_of(repeat: Repeat) -> RepeatMode {
    match repeat {
        Repeat::Never => RepeatMode::Never,
        Repeat::Day => RepeatMode::Day,
        Repeat::Week => RepeatMode::Week,
        Repeat::TwoWeeks => RepeatMode::TwoWeeks,
        Repeat::Month => RepeatMode::Month,
        Repeat::Year => RepeatMode::Year,
        Repeat::Custom => RepeatMode::Custom,
    }
}

/// In order and once each, so that equal schedules have equal profiles.
fn sorted<T: Copy + Ord>(values: &[T]) -> Vec<T> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values
}
