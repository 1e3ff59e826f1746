//! What holds for every schedule.

mod common;

use common::{instant, reference, schedules};
use jiff::{SignedDuration, Timestamp, ToSpan};
use proptest::prelude::*;
use schedule::{DeviceProfile, DurationMode, RepeatMode, Schedule, ValidSchedule};
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Instants worth asking about: a grid over the window and the bounds of its periods.
fn probes(schedule: &ValidSchedule, from: Timestamp, to: Timestamp) -> Vec<Timestamp> {
    let nanosecond = SignedDuration::from_nanos(1);
    let bounds =
        schedule.periods(from, to, 200).into_iter().flat_map(|period| [period.start - nanosecond, period.start, period.end - nanosecond, period.end]);
    let grid = (0..).map(|n| from + SignedDuration::from_mins(307 * n)).take_while(|at| *at < to);
    bounds.chain(grid).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn it_agrees_with_a_day_by_day_reading(schedule in schedules(), fraction in 0.0..1.0) {
        let from = instant(&schedule, fraction);
        let to = from + DAY * 60;
        let expected = reference::periods(&schedule, from, to);
        let found: Vec<_> = schedule
            .periods(from, to, usize::MAX)
            .into_iter()
            .map(|period| (period.start, period.end))
            .collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn it_agrees_with_the_clock_on_the_wall_while_that_changes(
        schedule in schedules(),
        minute in 0..300i64,
        length in 1..400i64,
        fraction in 0.0..1.0,
    ) {
        let from = schedule.valid_from.date().at(0, 0, 0, 0) + SignedDuration::from_mins(minute);
        let to = from + SignedDuration::from_mins(length);
        let schedule = Schedule { repeat_mode: RepeatMode::Day, ..Schedule::once(schedule.time_zone.clone(), from, to) };
        let schedule = ValidSchedule::try_from(schedule).unwrap();
        let Some(change) = next_clock_change(&schedule, fraction) else { return Ok(()) };
        let (from, to) = (change - DAY, change + DAY);
        let expected = reference::periods(&schedule, from, to);
        let found: Vec<_> = schedule.periods(from, to, 9).into_iter().map(|period| (period.start, period.end)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn it_contains_exactly_what_its_periods_cover(schedule in schedules(), fraction in 0.0..1.0) {
        let from = instant(&schedule, fraction);
        let to = from + DAY * 30;
        let periods = schedule.periods(from, to, usize::MAX);
        for at in probes(&schedule, from, to).into_iter().filter(|at| (from..to).contains(at)) {
            let covered = periods.iter().any(|period| period.start <= at && at < period.end);
            prop_assert_eq!(schedule.contains(at), covered, "at {}", at);
        }
    }

    #[test]
    fn periods_are_in_order_apart_and_inside_the_window(
        schedule in schedules(),
        fraction in 0.0..1.0,
        limit in 0..40usize,
    ) {
        let from = instant(&schedule, fraction);
        let to = from + DAY * 400;
        let periods = schedule.periods(from, to, limit);
        prop_assert!(periods.len() <= limit);
        prop_assert!(periods.iter().all(|period| period.start < period.end));
        prop_assert!(periods.iter().all(|period| from <= period.start && period.end <= to));
        prop_assert!(periods.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }

    #[test]
    fn count_gives_exactly_that_many_periods(schedule in schedules(), count in 1..40u32) {
        let schedule = Schedule {
            repeat_duration_mode: DurationMode::Count,
            repeat_duration_count: count,
            ..(*schedule).clone()
        };
        prop_assume!(schedule.repeat_mode != RepeatMode::Never && skips_no_hour(&schedule));
        let Ok(schedule) = ValidSchedule::try_from(schedule) else { return Err(TestCaseError::reject("not valid")) };
        let all = schedule.periods(Timestamp::MIN, Timestamp::MAX, usize::MAX);
        // A rule so rare that the calendar ends first has as many as there are.
        let endless = Schedule { repeat_duration_mode: DurationMode::Infinitely, ..(*schedule).clone() };
        // One that would overlap itself after the count is not rare.
        let Ok(endless) = ValidSchedule::try_from(endless) else {
            prop_assert_eq!(all.len(), count as usize);
            return Ok(());
        };
        let available = endless.periods(Timestamp::MIN, Timestamp::MAX, count as usize).len();
        prop_assert_eq!(all.len(), available);
        prop_assert!(available == count as usize || schedule_is_rare(&endless));
    }

    #[test]
    fn until_includes_its_date_and_nothing_later(schedule in schedules(), days in 0..2000i32) {
        let until = schedule.valid_from.date() + days.days();
        let schedule = Schedule {
            repeat_duration_mode: DurationMode::Until,
            repeat_duration_until: Some(until),
            ..(*schedule).clone()
        };
        prop_assume!(schedule.repeat_mode != RepeatMode::Never);
        let Ok(schedule) = ValidSchedule::try_from(schedule) else { return Err(TestCaseError::reject("not valid")) };
        let endless = Schedule { repeat_duration_mode: DurationMode::Infinitely, ..(*schedule).clone() };
        // One that would overlap itself after the date is compared with the day-by-day reading.
        let Ok(endless) = ValidSchedule::try_from(endless) else {
            let from = schedule.time_zone.to_timestamp(schedule.valid_from).unwrap() - DAY;
            let to = from + DAY * (days + 2_000);
            let found: Vec<_> = schedule.periods(from, to, usize::MAX).into_iter().map(|period| (period.start, period.end)).collect();
            prop_assert_eq!(found, reference::periods(&schedule, from, to));
            return Ok(());
        };
        let begins = |at| schedule.time_zone.to_datetime(at).date();
        let expected: Vec<_> = endless
            .periods(Timestamp::MIN, Timestamp::MAX, 2_100)
            .into_iter()
            .filter(|period| begins(period.start) <= until)
            .collect();
        let found = schedule.periods(Timestamp::MIN, Timestamp::MAX, usize::MAX);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_next_change_is_the_first_instant_at_which_containment_flips(
        schedule in schedules(),
        fraction in 0.0..1.0,
    ) {
        let after = instant(&schedule, fraction);
        let window = after + DAY * 20;
        let before = schedule.contains(after);
        let next = schedule.next_change(after);
        if let Some(change) = next {
            prop_assert!(change > after);
            prop_assert_eq!(schedule.contains(change), !before);
        }
        let end = next.unwrap_or(window).min(window);
        let grid = (0..).map(|n| after + SignedDuration::from_mins(61 * n));
        for at in grid.take_while(|at| *at < end) {
            prop_assert_eq!(schedule.contains(at), before, "at {}", at);
        }
        let just_before = end - SignedDuration::from_nanos(1);
        prop_assert_eq!(schedule.contains(just_before), before);
    }

    #[test]
    fn a_panel_that_holds_it_follows_the_same_times(schedule in schedules(), fraction in 0.0..1.0) {
        let profile = DeviceProfile::from(&schedule);
        let held = profile.to_schedule(schedule.time_zone.clone()).unwrap();
        let from = instant(&schedule, fraction);
        let to = from + DAY * 60;
        prop_assert_eq!(
            held.periods(Timestamp::MIN, to, 3_000),
            schedule.periods(Timestamp::MIN, to, 3_000)
        );
        for at in probes(&schedule, from, to) {
            prop_assert_eq!(held.contains(at), schedule.contains(at), "at {}", at);
        }
        prop_assert_eq!(DeviceProfile::from(&held), profile);
    }

    #[test]
    fn json_keeps_everything(schedule in schedules()) {
        let json = serde_json::to_string(&schedule).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Schedule>(&json).unwrap(), &*schedule);
        prop_assert_eq!(serde_json::from_str::<ValidSchedule>(&json).unwrap(), schedule);
    }
}

fn next_clock_change(schedule: &Schedule, fraction: f64) -> Option<Timestamp> {
    let mut changes = schedule.time_zone.following(instant(schedule, fraction));
    changes.next().map(|change| change.timestamp())
}

/// Whether no period can fall into a skipped hour as a whole: it is longer than any.
fn skips_no_hour(schedule: &Schedule) -> bool {
    schedule.is_all_day || schedule.valid_to.duration_since(schedule.valid_from).as_mins() > 60
}

/// Whether the calendar ends before forty periods.
fn schedule_is_rare(endless: &ValidSchedule) -> bool {
    endless.periods(Timestamp::MIN, Timestamp::MAX, 40).len() < 40
}
