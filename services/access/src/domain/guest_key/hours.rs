//! The hours of a recurring key: on some weekdays, between two times of day, by the clock of the site.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use kit::Fields;
use serde::{Deserialize, Serialize};

const MINUTES: i32 = 24 * 60;
/// Days in which a week of hours comes again, with the changes of clocks.
const SEARCHED_DAYS: i64 = 9;

/// As somebody enters it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyWeek {
    /// 1 is Monday, 7 is Sunday.
    pub weekdays: BTreeSet<i32>,
    /// Minutes since midnight. Hours that end at or before their begin end on the next day.
    pub from_minute: i32,
    pub to_minute: i32,
}

/// In the zone of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyHours {
    week: KeyWeek,
    zone: TimeZone,
}

impl KeyWeek {
    pub fn check(&self, fields: &mut Fields) {
        fields.check(!self.weekdays.is_empty(), "hours.weekdays", "required");
        fields.check(self.weekdays.iter().all(|day| (1..=7).contains(day)), "hours.weekdays", "must be within 1 - 7");
        fields.range("hours.from_minute", self.from_minute, 0, MINUTES - 1);
        fields.range("hours.to_minute", self.to_minute, 1, MINUTES);
    }

    /// UTC where the zone is not known.
    pub fn in_zone(self, zone: Option<&str>) -> KeyHours {
        let zone = zone.and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
        KeyHours { week: self, zone }
    }
}

impl KeyHours {
    pub fn contains(&self, at: Timestamp) -> bool {
        let today = at.to_zoned(self.zone.clone()).date();
        [-1_i64, 0].into_iter().any(|days| self.of_day(today, days).is_some_and(|(from, to)| from <= at && at < to))
    }

    /// When they begin next after an instant.
    pub fn next(&self, at: Timestamp) -> Option<Timestamp> {
        let today = at.to_zoned(self.zone.clone()).date();
        (0..SEARCHED_DAYS).filter_map(|days| self.of_day(today, days)).map(|(from, _)| from).find(|from| *from > at)
    }

    /// The hours that begin so many days after a date; none on another weekday.
    fn of_day(&self, date: Date, days: i64) -> Option<(Timestamp, Timestamp)> {
        let date = date.checked_add(days.days()).ok()?;
        if !self.week.weekdays.contains(&i32::from(date.weekday().to_monday_one_offset())) {
            return None;
        }
        let ends_tomorrow = self.week.to_minute <= self.week.from_minute;
        let to = if ends_tomorrow { self.week.to_minute + MINUTES } else { self.week.to_minute };
        Some((self.instant(date, self.week.from_minute)?, self.instant(date, to)?))
    }

    /// By the clock on the wall; a time that a change of clocks leaves out is that of before the change.
    fn instant(&self, date: Date, minute: i32) -> Option<Timestamp> {
        let wall = date.at(0, 0, 0, 0).checked_add(i64::from(minute).minutes()).ok()?;
        Some(wall.to_zoned(self.zone.clone()).ok()?.timestamp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn hours(weekdays: &[i32], from_minute: i32, to_minute: i32) -> KeyHours {
        KeyWeek { weekdays: weekdays.iter().copied().collect(), from_minute, to_minute }.in_zone(Some("Europe/Amsterdam"))
    }

    #[test]
    fn a_recurring_key_opens_in_its_hours_by_the_clock_of_the_site() {
        // Tuesdays and Thursdays, 9 to 12; Amsterdam is an hour ahead in winter, two in summer.
        let cleaner = hours(&[2, 4], 9 * 60, 12 * 60);
        for (instant, is_open) in [
            ("2026-11-24T07:59:59Z", false),
            ("2026-11-24T08:00:00Z", true),
            ("2026-11-24T10:59:59Z", true),
            ("2026-11-24T11:00:00Z", false),
            ("2026-11-25T09:00:00Z", false),
            ("2026-07-21T07:00:00Z", true),
        ] {
            assert_eq!(cleaner.contains(at(instant)), is_open, "{instant}");
        }
        assert_eq!(cleaner.next(at("2026-11-24T11:00:00Z")), Some(at("2026-11-26T08:00:00Z")));
        assert_eq!(cleaner.next(at("2026-11-26T08:00:00Z")), Some(at("2026-12-01T08:00:00Z")));
    }

    #[test]
    fn hours_that_end_before_they_begin_end_on_the_next_day() {
        let night = hours(&[5], 22 * 60, 6 * 60);
        assert!(night.contains(at("2026-11-27T22:00:00Z")), "Friday, 23:00");
        assert!(night.contains(at("2026-11-28T04:59:00Z")), "Saturday, 5:59");
        assert!(!night.contains(at("2026-11-28T05:00:00Z")) && !night.contains(at("2026-11-28T22:00:00Z")));
        assert!(hours(&[1], 0, MINUTES).contains(at("2026-11-23T22:59:00Z")), "the whole of Monday");
    }
}
