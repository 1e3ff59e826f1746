//! The dates on which the periods of a schedule begin. Dates are day numbers here.

use crate::day::{self, LAST_DAY};
use crate::month::{DayRule, MonthPattern, Stride};
use crate::schedule::{CustomMode, DurationMode, RepeatMode, Schedule};

/// The set of dates on which a period begins.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence {
    pattern: Pattern,
    /// No period begins after it.
    last: i32,
    ends: bool,
}

impl Recurrence {
    pub(crate) fn new(schedule: &Schedule) -> Recurrence {
        let pattern = Pattern::new(schedule);
        let end = match schedule.repeat_duration_mode {
            _ if schedule.repeat_mode == RepeatMode::Never => pattern.nth(1),
            DurationMode::Infinitely => None,
            DurationMode::Count => pattern.nth(schedule.repeat_duration_count),
            DurationMode::Until => schedule.repeat_duration_until.map(day::number),
        };
        Recurrence { pattern, last: end.unwrap_or(LAST_DAY).min(LAST_DAY), ends: end.is_some() }
    }

    /// The first date that is not before `day`.
    pub(crate) fn on_or_after(&self, day: i32) -> Option<i32> {
        self.pattern.on_or_after(day).filter(|found| *found <= self.last)
    }

    /// The last date that is not after `day`.
    pub(crate) fn on_or_before(&self, day: i32) -> Option<i32> {
        self.pattern.on_or_before(day.min(self.last))
    }

    /// The first date of all.
    pub(crate) fn first(&self) -> Option<i32> {
        self.on_or_after(i32::MIN)
    }

    /// The last date of all; none when the repetition never ends.
    pub(crate) fn last(&self) -> Option<i32> {
        if self.ends { self.on_or_before(self.last) } else { None }
    }
}

/// A repetition without its end.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    Days {
        anchor: i32,
        every: i32,
    },
    /// `on` is a set of weekdays: Monday is bit 0.
    Weeks {
        anchor: i32,
        every: i32,
        on: u8,
    },
    Months(MonthPattern),
}

impl Pattern {
    fn new(schedule: &Schedule) -> Pattern {
        let from = schedule.valid_from.date();
        let anchor = day::number(from);
        let same_day = DayRule::numbers([from.day().unsigned_abs()]);
        let same_month = 1 << (from.month() - 1);
        let months = |stride, days| Pattern::Months(MonthPattern { anchor, stride, days });
        match schedule.repeat_mode {
            RepeatMode::Never | RepeatMode::Day => Pattern::Days { anchor, every: 1 },
            RepeatMode::Week => Pattern::Days { anchor, every: 7 },
            RepeatMode::TwoWeeks => Pattern::Days { anchor, every: 14 },
            RepeatMode::Month => months(Stride::Months(1), same_day),
            RepeatMode::Year => months(Stride::Years { every: 1, months: same_month }, same_day),
            RepeatMode::Custom => Pattern::custom(schedule, anchor, same_day),
        }
    }

    fn custom(schedule: &Schedule, anchor: i32, same_day: DayRule) -> Pattern {
        let every = i32::from(schedule.repeat_custom_looper.max(1));
        match schedule.repeat_custom_mode {
            CustomMode::Daily => Pattern::Days { anchor, every },
            CustomMode::Weekly => {
                let on = schedule.repeat_custom_weekdays.iter().fold(0, |set, day| set | day.bit());
                Pattern::Weeks { anchor, every, on }
            }
            CustomMode::Monthly => {
                let numbers = DayRule::numbers(schedule.repeat_custom_days.iter().copied());
                let days = day_type(schedule).unwrap_or(numbers);
                Pattern::Months(MonthPattern { anchor, stride: Stride::Months(every), days })
            }
            CustomMode::Yearly => {
                let valid = schedule.repeat_custom_months.iter().filter(|m| (1..=12).contains(*m));
                let months = valid.fold(0, |set, month| set | 1 << (month - 1));
                let days = day_type(schedule).unwrap_or(same_day);
                Pattern::Months(MonthPattern { anchor, stride: Stride::Years { every, months }, days })
            }
        }
    }

    fn on_or_after(&self, day: i32) -> Option<i32> {
        match *self {
            Pattern::Days { anchor, every } => {
                let behind = day.max(anchor) - anchor;
                Some(anchor + (behind + every - 1) / every * every)
            }
            Pattern::Weeks { anchor, every, on } => {
                let day = day.max(anchor);
                let loop_of = |week: i32| (week - day::week(anchor)).rem_euclid(every);
                let later_this_week = u32::from(on) >> day::weekday(day);
                match loop_of(day::week(day)) {
                    _ if on == 0 => None,
                    0 if later_this_week != 0 => Some(day + later_this_week.trailing_zeros() as i32),
                    behind => {
                        let monday = day - day::weekday(day) + (every - behind) * 7;
                        Some(monday + on.trailing_zeros() as i32)
                    }
                }
            }
            Pattern::Months(ref months) => months.on_or_after(day),
        }
    }

    fn on_or_before(&self, day: i32) -> Option<i32> {
        match *self {
            Pattern::Days { anchor, every } => (day >= anchor).then(|| anchor + (day - anchor) / every * every),
            Pattern::Weeks { anchor, every, on } => {
                if day < anchor || on == 0 {
                    return None;
                }
                let monday = day - day::weekday(day);
                let earlier_this_week = on & (0x7f >> (6 - day::weekday(day)));
                let found = match (day::week(day) - day::week(anchor)) % every {
                    0 if earlier_this_week != 0 => monday + earlier_this_week.ilog2() as i32,
                    0 => monday - every * 7 + on.ilog2() as i32,
                    behind => monday - behind * 7 + on.ilog2() as i32,
                };
                (found >= anchor).then_some(found)
            }
            Pattern::Months(ref months) => months.on_or_before(day),
        }
    }

    /// The `n`th date, from 1; none when there are not so many before the calendar ends.
    fn nth(&self, n: u32) -> Option<i32> {
        let later = i64::from(n.checked_sub(1)?);
        let day = match *self {
            Pattern::Days { anchor, every } => i64::from(anchor) + later * i64::from(every),
            Pattern::Weeks { anchor, every, on } => {
                let per_loop = i64::from(on.count_ones());
                let missed = u32::from(on) & ((1 << day::weekday(anchor)) - 1);
                let index = later + i64::from(missed.count_ones());
                let monday = i64::from(anchor - day::weekday(anchor));
                let loops = index.checked_div(per_loop)?;
                let rest = (0..index % per_loop).fold(on, |set, _| set & (set - 1));
                monday + loops * i64::from(every) * 7 + i64::from(rest.trailing_zeros())
            }
            Pattern::Months(ref months) => return months.nth(n),
        };
        i32::try_from(day).ok().filter(|day| *day <= LAST_DAY)
    }
}

/// The day type of a monthly or yearly repetition, when it goes by one.
fn day_type(schedule: &Schedule) -> Option<DayRule> {
    if !schedule.repeat_custom_use_day_types {
        return None;
    }
    Some(DayRule::Parameterized(schedule.repeat_custom_day_iteration?, schedule.repeat_custom_day_type?))
}
