//! Repetitions that count months: which months, and which days within one.

use jiff::civil::{self, Date};

use crate::day::{self, DayType, Iteration};

/// A set of days of a month: bit 0 is the first.
type Days = u32;

/// Bits 0, 7, 14, 21 and 28: one weekday's days, when the month begins with it.
const EVERY_SEVENTH: Days = 0x1020_4081;

/// December 9998, in months since year 0.
const LAST_MONTH: i32 = 9998 * 12 + 11;

/// Which days of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DayRule {
    Numbers(Days),
    Parameterized(Iteration, DayType),
}

impl DayRule {
    /// A rule for days numbered from 1; numbers that no month has are left out.
    pub(crate) fn numbers(days: impl IntoIterator<Item = u8>) -> DayRule {
        let valid = days.into_iter().filter(|day| (1..=31).contains(day));
        DayRule::Numbers(valid.fold(0, |set, day| set | 1 << (day - 1)))
    }

    fn days_in(self, month: i32) -> Days {
        let first = first_of(month);
        let whole_month = Days::MAX >> (32 - u32::from(first.days_in_month().unsigned_abs()));
        match self {
            DayRule::Numbers(days) => days & whole_month,
            DayRule::Parameterized(iteration, kind) => {
                let begins_with = i32::from(first.weekday().to_monday_zero_offset());
                pick(iteration, days_of_kind(kind, begins_with) & whole_month)
            }
        }
    }
}

/// The days whose weekday is of the kind, in a month that begins with the given weekday.
fn days_of_kind(kind: DayType, begins_with: i32) -> Days {
    (0..7)
        .filter(|weekday| kind.weekdays() & (1 << weekday) != 0)
        .fold(0, |set, weekday| set | EVERY_SEVENTH << (weekday - begins_with).rem_euclid(7))
}

fn pick(iteration: Iteration, days: Days) -> Days {
    let skipped = match iteration {
        Iteration::Last => days.count_ones().saturating_sub(1),
        nth => nth as u32,
    };
    let rest = (0..skipped).fold(days, |set, _| set & set.wrapping_sub(1));
    rest & rest.wrapping_neg()
}

/// Which months.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stride {
    /// Every n months from the anchor's.
    Months(i32),
    /// In some months (bit 0 is January) of every n years from the anchor's.
    Years { every: i32, months: u16 },
}

/// Days of months, counted from an anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonthPattern {
    pub(crate) anchor: i32,
    pub(crate) stride: Stride,
    pub(crate) days: DayRule,
}

impl MonthPattern {
    /// The first day of the pattern that is not before `day`.
    pub(crate) fn on_or_after(&self, day: i32) -> Option<i32> {
        let day = day.max(self.anchor);
        let mut month = month_of(day);
        let mut wanted = Days::MAX << (day - day::number(first_of(month)));
        while month <= LAST_MONTH {
            let days = self.days_in(month) & wanted;
            if days != 0 {
                return Some(day::number(first_of(month)) + days.trailing_zeros() as i32);
            }
            month = self.next_month(month);
            wanted = Days::MAX;
        }
        None
    }

    /// The last day of the pattern that is not after `day`.
    pub(crate) fn on_or_before(&self, day: i32) -> Option<i32> {
        let first_month = month_of(self.anchor);
        let mut month = month_of(day);
        let mut wanted = Days::MAX >> (31 - (day - day::number(first_of(month))));
        while month >= first_month {
            let days = self.days_in(month) & wanted;
            if days != 0 {
                let found = day::number(first_of(month)) + days.ilog2() as i32;
                return (found >= self.anchor).then_some(found);
            }
            month = self.previous_month(month);
            wanted = Days::MAX;
        }
        None
    }

    /// The `n`th day of the pattern, from 1: a walk over the months that the pattern touches.
    pub(crate) fn nth(&self, n: u32) -> Option<i32> {
        let mut left = n.checked_sub(1)?;
        let mut month = month_of(self.anchor);
        let mut wanted = Days::MAX << (self.anchor - day::number(first_of(month)));
        while month <= LAST_MONTH {
            let days = self.days_in(month) & wanted;
            if left < days.count_ones() {
                let rest = (0..left).fold(days, |set, _| set & (set - 1));
                return Some(day::number(first_of(month)) + rest.trailing_zeros() as i32);
            }
            left -= days.count_ones();
            month = self.next_month(month);
            wanted = Days::MAX;
        }
        None
    }

    fn days_in(&self, month: i32) -> Days {
        if self.touches(month) { self.days.days_in(month) } else { 0 }
    }

    fn touches(&self, month: i32) -> bool {
        let anchor = month_of(self.anchor);
        match self.stride {
            Stride::Months(every) => (month - anchor) % every == 0,
            Stride::Years { every, months } => (month / 12 - anchor / 12) % every == 0 && months & (1 << (month % 12)) != 0,
        }
    }

    /// The next month that may be touched; years between two loops are jumped over.
    fn next_month(&self, month: i32) -> i32 {
        match self.stride {
            Stride::Months(every) => month + every - (month - month_of(self.anchor)).rem_euclid(every),
            Stride::Years { every, .. } => {
                let behind = (month / 12 - month_of(self.anchor) / 12).rem_euclid(every);
                if behind == 0 && month % 12 < 11 { month + 1 } else { (month / 12 + every - behind) * 12 }
            }
        }
    }

    /// The previous month that may be touched.
    fn previous_month(&self, month: i32) -> i32 {
        match self.stride {
            Stride::Months(every) => month - 1 - (month - 1 - month_of(self.anchor)).rem_euclid(every),
            Stride::Years { every, .. } => {
                let behind = (month / 12 - month_of(self.anchor) / 12).rem_euclid(every);
                match (behind, month % 12) {
                    (0, 0) => (month / 12 - every) * 12 + 11,
                    (0, _) => month - 1,
                    _ => (month / 12 - behind) * 12 + 11,
                }
            }
        }
    }
}

/// Months since year 0.
fn month_of(day: i32) -> i32 {
    let date = day::date(day);
    i32::from(date.year()) * 12 + i32::from(date.month()) - 1
}

fn first_of(month: i32) -> Date {
    let year = i16::try_from(month.div_euclid(12)).unwrap_or(i16::MAX);
    let month = i8::try_from(month.rem_euclid(12) + 1).unwrap_or(1);
    Date::new(year, month, 1).unwrap_or(civil::Date::MAX)
}
