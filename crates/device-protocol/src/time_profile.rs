//! A schedule as a device holds it ("time profile"): a first occurrence, and how it repeats.
//!
//! The device has no "so many times": a count becomes an end date before it is sent.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::bounds::{self, BoundsError};

/// Longest name, in characters.
pub const MAX_NAME: usize = 100;
/// "Every n-th": 1 to this.
pub const MAX_LOOPER: u32 = 1000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeProfile {
    /// The server's id; also `{uid}` of the single-item path (*ours*).
    pub link_id: Uuid,
    pub name: String,
    pub time_options: TimeOptions,
    pub repeat_options: Repeat,
}

/// The first occurrence. Unix seconds on the wire; days and weekdays are those of the device's
/// own zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeOptions {
    /// From midnight to midnight: only the dates of the two instants count, both included.
    pub is_all_day: bool,
    #[serde(with = "time::serde::timestamp")]
    pub date_from: OffsetDateTime,
    /// Exclusive end, but for all-day profiles.
    #[serde(with = "time::serde::timestamp")]
    pub date_to: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    pub repeat_enable: bool,
    /// Required when repetition is enabled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat_format: Option<RepeatFormat>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatFormat {
    pub repeat_type: RepeatType,
    pub repeat_end: RepeatEnd,
    /// Required when the type is `custom`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat_custom: Option<RepeatCustom>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RepeatType {
    Day,
    Week,
    TwoWeeks,
    Month,
    Year,
    Custom,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "lowercase")]
pub enum RepeatEnd {
    Never,
    /// No occurrence begins on a day after the one of this instant.
    Date {
        #[serde(with = "time::serde::timestamp")]
        date: OffsetDateTime,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatCustom {
    pub repeat_point_type: PointType,
    /// Every n-th day, week, month or year: 1 to 1000.
    pub repeat_looper: u32,
    /// Which days; absent: the day of the first occurrence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat_options: Option<RepeatDays>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PointType {
    Day,
    Week,
    Month,
    Year,
}

/// The days of a custom repetition; which form is right depends on the point type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RepeatDays {
    /// With `week`: `["MON", "FRI"]`.
    Week(Vec<WeekDay>),
    /// With `month`: day numbers, or "the last working day".
    Month(MonthDays),
    /// With `year`: months, and perhaps a day within them.
    Year(YearDays),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", content = "range", rename_all = "camelCase")]
pub enum MonthDays {
    /// 1 to 31; a month without the day has no occurrence.
    DayNumbers(Vec<u8>),
    ParameterizedDay(ParameterizedDay),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct YearDays {
    /// 1 to 12.
    pub months: Vec<u8>,
    /// Without it, the day of the first occurrence; numbered days are not known here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<ParameterizedDay>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterizedDay {
    pub week_order: WeekOrder,
    pub day_type: DayType,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeekOrder {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Last,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum WeekDay {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DayType {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
    /// Monday to Friday.
    WeekDay,
    /// Saturday or Sunday.
    DayOff,
}

impl TimeProfile {
    /// Checks bounds, and that the parts fit each other.
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("name", &self.name, 1, MAX_NAME)?;
        self.check_first()?;
        if !self.repeat_options.repeat_enable {
            return Ok(());
        }
        let at = "repeat_options.repeat_format";
        let Some(format) = &self.repeat_options.repeat_format else {
            return Err(BoundsError::new(at, "is required when repetition is enabled"));
        };
        format.check().map_err(|error| error.inside(at))
    }

    fn check_first(&self) -> Result<(), BoundsError> {
        let TimeOptions { is_all_day, date_from, date_to } = &self.time_options;
        let ordered = if *is_all_day { date_from <= date_to } else { date_from < date_to };
        if ordered {
            return Ok(());
        }
        Err(BoundsError::new("time_options.date_to", "must be after the beginning"))
    }
}

impl RepeatFormat {
    fn check(&self) -> Result<(), BoundsError> {
        match (&self.repeat_type, &self.repeat_custom) {
            (RepeatType::Custom, None) => Err(BoundsError::new("repeat_custom", "is required for a custom repetition")),
            (RepeatType::Custom, Some(custom)) => custom.check().map_err(|error| error.inside("repeat_custom")),
            _ => Ok(()),
        }
    }
}

impl RepeatCustom {
    fn check(&self) -> Result<(), BoundsError> {
        bounds::number("repeat_looper", self.repeat_looper.into(), 1, MAX_LOOPER.into())?;
        let at = "repeat_options";
        match (&self.repeat_point_type, &self.repeat_options) {
            (_, None) => Ok(()),
            (PointType::Week, Some(RepeatDays::Week(days))) => some_of(at, days.len(), 7),
            (PointType::Month, Some(RepeatDays::Month(MonthDays::DayNumbers(days)))) => {
                some_of(at, days.len(), 31)?;
                each(at, days, 31)
            }
            (PointType::Month, Some(RepeatDays::Month(MonthDays::ParameterizedDay(_)))) => Ok(()),
            (PointType::Year, Some(RepeatDays::Year(year))) => {
                some_of("repeat_options.months", year.months.len(), 12)?;
                each("repeat_options.months", &year.months, 12)
            }
            _ => Err(BoundsError::new(at, "does not suit the repetition")),
        }
    }
}

fn some_of(field: &str, length: usize, max: usize) -> Result<(), BoundsError> {
    if length == 0 {
        return Err(BoundsError::new(field, "needs at least one element"));
    }
    bounds::count(field, length, max)
}

/// Every number is 1 to `max`.
fn each(field: &str, numbers: &[u8], max: i64) -> Result<(), BoundsError> {
    numbers.iter().try_for_each(|number| bounds::number(field, (*number).into(), 1, max))
}

#[cfg(test)]
#[path = "time_profile_tests.rs"]
mod tests;
