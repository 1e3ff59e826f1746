//! Days of the week, kinds of days, and the day numbers that the arithmetic runs on.

use jiff::civil::{self, Date};
use serde::{Deserialize, Serialize};

/// The last day on which anything may happen (9998-12-31), as days since 1970-01-01. It leaves room
/// for a period to end before the calendar does.
pub(crate) const LAST_DAY: i32 = 2_932_531;

const EPOCH: Date = civil::date(1970, 1, 1);

/// A day of the week, in the API's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weekday {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

impl Weekday {
    /// All seven, Monday first.
    pub const ALL: [Weekday; 7] = {
        use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};
        [Mon, Tue, Wed, Thu, Fri, Sat, Sun]
    };

    /// The bit of this day in a set of weekdays: Monday is bit 0.
    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The kind of day that an [`Iteration`] counts within a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    /// Saturday and Sunday.
    DayOff,
}

impl DayType {
    /// The weekdays of this kind as a set: Monday is bit 0.
    pub(crate) fn weekdays(self) -> u8 {
        match self {
            DayType::WeekDay => 0b001_1111,
            DayType::DayOff => 0b110_0000,
            single => 1 << single as u8,
        }
    }
}

/// Which of the days of one kind in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Iteration {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Last,
}

/// Days since 1970-01-01, held at [`LAST_DAY`].
pub(crate) fn number(date: Date) -> i32 {
    let days = date.duration_since(EPOCH).as_hours() / 24;
    i32::try_from(days).unwrap_or(LAST_DAY).min(LAST_DAY)
}

/// The date of a day number. Numbers outside the calendar are held at [`LAST_DAY`].
pub(crate) fn date(number: i32) -> Date {
    let since_epoch = jiff::SignedDuration::from_hours(i64::from(number.min(LAST_DAY)) * 24);
    EPOCH.checked_add(since_epoch).unwrap_or(EPOCH)
}

/// The weekday of a day number: Monday is 0. (1970-01-01 was a Thursday.)
pub(crate) fn weekday(number: i32) -> i32 {
    (number + 3).rem_euclid(7)
}

/// The week of a day number; weeks begin on Monday.
pub(crate) fn week(number: i32) -> i32 {
    (number + 3).div_euclid(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_day_is_the_last_of_9998() {
        assert_eq!(number(civil::date(9998, 12, 31)), LAST_DAY);
        assert_eq!(date(LAST_DAY), civil::date(9998, 12, 31));
    }

    #[test]
    fn day_numbers_agree_with_the_calendar() {
        for text in ["1970-01-01", "1999-12-31", "2024-02-29", "2026-08-03"] {
            let day: Date = text.parse().unwrap();
            assert_eq!(date(number(day)), day);
            assert_eq!(weekday(number(day)), i32::from(day.weekday().to_monday_zero_offset()));
        }
    }

    #[test]
    fn a_week_begins_on_monday() {
        let sunday = number(civil::date(2026, 8, 2));
        assert_eq!(week(sunday) + 1, week(sunday + 1));
        assert_eq!(weekday(sunday + 1), 0);
    }
}
