//! A schedule made ready for questions about instants.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::day;
use crate::recurrence::Recurrence;
use crate::schedule::Schedule;
use crate::wall::first_instant;

/// How many periods may follow each other without a gap before they are taken to do so for ever.
/// The longest run that does end is a leap year of days.
const LONGEST_RUN: usize = 1_000;

/// A time during which the schedule holds: from `start`, up to and without `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub start: Timestamp,
    pub end: Timestamp,
}

/// A compiled [`ValidSchedule`](crate::ValidSchedule).
#[derive(Clone, Debug)]
pub struct Timetable {
    zone: TimeZone,
    recurrence: Recurrence,
    opens: Time,
    closes: Time,
    /// Days from the date on which a period begins to the date of `closes`.
    span: i32,
}

impl Timetable {
    pub(crate) fn new(schedule: &Schedule) -> Timetable {
        let (from, to) = schedule.first_period();
        Timetable {
            zone: schedule.time_zone.clone(),
            recurrence: Recurrence::new(schedule),
            opens: from.time(),
            closes: to.time(),
            span: day::number(to.date()) - day::number(from.date()),
        }
    }

    /// Whether the instant lies in a period. Takes the same time however long ago the schedule
    /// began.
    pub fn contains(&self, instant: Timestamp) -> bool {
        self.last_begun(instant).is_some_and(|day| instant < self.end_of(day))
    }

    /// The periods that touch the window, in order, cut to it, at most `limit`. Periods that follow
    /// each other without a gap stay separate.
    pub fn periods(&self, from: Timestamp, to: Timestamp, limit: usize) -> Vec<Period> {
        let first = self.last_begun(from).or_else(|| self.recurrence.first());
        std::iter::successors(first, |day| self.recurrence.on_or_after(day + 1))
            .map(|day| Period { start: self.start_of(day), end: self.end_of(day) })
            .take_while(|period| period.start < to)
            .map(|period| Period { start: period.start.max(from), end: period.end.min(to) })
            .filter(|period| period.start < period.end)
            .take(limit)
            .collect()
    }

    /// The first instant after `after` at which [`contains`](Self::contains) gives another answer;
    /// none when it never does again.
    pub fn next_change(&self, after: Timestamp) -> Option<Timestamp> {
        let begun = self.last_begun(after);
        if let Some(day) = begun.filter(|day| after < self.end_of(*day)) {
            return self.end_of_run(day);
        }
        let next = match begun {
            Some(day) => self.recurrence.on_or_after(day + 1),
            None => self.recurrence.first(),
        };
        std::iter::successors(next, |day| self.recurrence.on_or_after(day + 1))
            .map(|day| (self.start_of(day), self.end_of(day)))
            .find(|(start, end)| start < end)
            .map(|(start, _)| start)
    }

    /// The date on which the last period begins; none when the repetition never ends.
    pub fn last_date(&self) -> Option<jiff::civil::Date> {
        self.recurrence.last().map(day::date)
    }

    /// The day of the last period that has begun. No other can contain the instant, since periods
    /// do not overlap.
    fn last_begun(&self, instant: Timestamp) -> Option<i32> {
        let today = day::number(self.zone.to_datetime(instant).date());
        // Tomorrow's period may have begun when the clock went back across midnight.
        let mut day = self.recurrence.on_or_before(today + 1)?;
        while self.start_of(day) > instant {
            day = self.recurrence.on_or_before(day - 1)?;
        }
        Some(day)
    }

    /// Where the run of periods without a gap ends that the period of `day` belongs to.
    fn end_of_run(&self, mut day: i32) -> Option<Timestamp> {
        for _ in 0..LONGEST_RUN {
            match self.recurrence.on_or_after(day + 1) {
                Some(next) if self.start_of(next) <= self.end_of(day) => day = next,
                _ => return Some(self.end_of(day)),
            }
        }
        self.recurrence.last().map(|last| self.end_of(last))
    }

    fn start_of(&self, day: i32) -> Timestamp {
        first_instant(&self.zone, day::date(day).to_datetime(self.opens))
    }

    fn end_of(&self, day: i32) -> Timestamp {
        let last = day.saturating_add(self.span);
        first_instant(&self.zone, day::date(last).to_datetime(self.closes))
    }
}
