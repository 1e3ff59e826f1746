//! Each rule of the recurrence by example. Dates were taken from a paper calendar.

mod valid;

use jiff::Timestamp;
use jiff::civil::{DateTime, date};
use jiff::tz::TimeZone;
use schedule::{CustomMode, DayType, DurationMode, Iteration, RepeatMode, Schedule, ValidSchedule, Weekday};
use valid::Questions;

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

/// A schedule in UTC, written as "2026-08-03T08:00/2026-08-03T18:00".
fn schedule(period: &str) -> Schedule {
    in_zone("UTC", period)
}

fn in_zone(name: &str, period: &str) -> Schedule {
    let (from, to) = period.split_once('/').unwrap();
    Schedule::once(zone(name), from.parse().unwrap(), to.parse().unwrap())
}

fn custom(period: &str, mode: CustomMode, looper: u16) -> Schedule {
    Schedule { repeat_mode: RepeatMode::Custom, repeat_custom_mode: mode, repeat_custom_looper: looper, ..schedule(period) }
}

fn utc(text: &str) -> Timestamp {
    text.parse::<DateTime>().unwrap().to_zoned(TimeZone::UTC).unwrap().timestamp()
}

/// The dates on which periods begin, at most `limit`, from 2020 to 2100.
fn dates(schedule: &Schedule, limit: usize) -> Vec<String> {
    assert_eq!(schedule.validate(), Ok(()));
    schedule
        .periods(utc("2020-01-01T00:00"), utc("2100-01-01T00:00"), limit)
        .iter()
        .map(|period| schedule.time_zone.to_datetime(period.start).date().to_string())
        .collect()
}

fn refusals(schedule: &Schedule) -> Vec<(&'static str, &'static str)> {
    let errors = schedule.validate().expect_err("the schedule should be refused");
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

const MORNING: &str = "2026-08-03T08:00/2026-08-03T18:00"; // a Monday

fn working_hours() -> Schedule {
    use Weekday::{Fri, Mon, Thu, Tue, Wed};
    Schedule { repeat_custom_weekdays: vec![Mon, Tue, Wed, Thu, Fri], ..custom(MORNING, CustomMode::Weekly, 1) }
}

#[test]
fn a_period_includes_its_start_and_excludes_its_end() {
    let schedule = schedule(MORNING);
    assert!(!schedule.contains(utc("2026-08-03T07:59:59")));
    assert!(schedule.contains(utc("2026-08-03T08:00")));
    assert!(schedule.contains(utc("2026-08-03T17:59:59.999")));
    assert!(!schedule.contains(utc("2026-08-03T18:00")));
    assert!(!schedule.contains(utc("2026-08-04T09:00")), "it does not repeat");
}

#[test]
fn all_day_includes_the_whole_last_date() {
    let schedule = Schedule { is_all_day: true, ..schedule("2026-08-03T08:00/2026-08-04T09:00") };
    assert!(schedule.contains(utc("2026-08-03T00:00")));
    assert!(schedule.contains(utc("2026-08-04T23:59:59")));
    assert!(!schedule.contains(utc("2026-08-05T00:00")));
}

#[test]
fn weekdays_eight_to_eighteen_leave_out_the_weekend() {
    let schedule = working_hours();
    assert!(schedule.contains(utc("2026-08-07T12:00")), "Friday");
    assert!(!schedule.contains(utc("2026-08-08T12:00")), "Saturday");
    assert!(!schedule.contains(utc("2026-08-09T12:00")), "Sunday");
    assert!(schedule.contains(utc("2046-08-06T12:00")), "a Monday twenty years later");
    assert!(!schedule.contains(utc("2026-07-31T12:00")), "a Friday before it began");
    assert_eq!(schedule.next_change(utc("2026-08-07T18:00")), Some(utc("2026-08-10T08:00")));
}

#[test]
fn an_anchor_that_does_not_satisfy_the_rule_is_no_occurrence() {
    let schedule = Schedule {
        valid_from: "2026-08-01T08:00".parse().unwrap(), // a Saturday
        valid_to: "2026-08-01T18:00".parse().unwrap(),
        ..working_hours()
    };
    assert_eq!(dates(&schedule, 2), ["2026-08-03", "2026-08-04"]);
}

#[test]
fn a_period_may_cross_midnight() {
    let night = Schedule { repeat_mode: RepeatMode::Day, ..schedule("2026-08-03T22:00/2026-08-04T06:00") };
    assert!(night.contains(utc("2026-09-01T23:00")));
    assert!(night.contains(utc("2026-09-02T05:59")));
    assert!(!night.contains(utc("2026-09-02T06:00")));
    assert!(!night.contains(utc("2026-08-03T05:00")), "the night before the first");
}

#[test]
fn week_and_two_weeks_repeat_on_the_anchors_weekday() {
    let weekly = Schedule { repeat_mode: RepeatMode::Week, ..schedule(MORNING) };
    assert_eq!(dates(&weekly, 3), ["2026-08-03", "2026-08-10", "2026-08-17"]);
    let biweekly = Schedule { repeat_mode: RepeatMode::TwoWeeks, ..schedule(MORNING) };
    assert_eq!(dates(&biweekly, 3), ["2026-08-03", "2026-08-17", "2026-08-31"]);
}

#[test]
fn monthly_from_the_31st_leaves_out_shorter_months() {
    let schedule = Schedule { repeat_mode: RepeatMode::Month, ..schedule("2026-01-31T08:00/2026-01-31T09:00") };
    assert_eq!(dates(&schedule, 4), ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]);
}

#[test]
fn yearly_from_a_leap_day_waits_for_the_next_leap_year() {
    let schedule = Schedule { repeat_mode: RepeatMode::Year, ..schedule("2024-02-29T08:00/2024-02-29T09:00") };
    assert_eq!(dates(&schedule, 3), ["2024-02-29", "2028-02-29", "2032-02-29"]);
}

#[test]
fn yearly_from_a_leap_day_leaves_out_the_year_2100() {
    let schedule = Schedule { repeat_mode: RepeatMode::Year, ..schedule("2096-02-29T08:00/2096-02-29T09:00") };
    let next = schedule.next_change(utc("2096-02-29T09:00"));
    assert_eq!(next, Some(utc("2104-02-29T08:00")));
}

#[test]
fn a_daily_looper_counts_from_the_anchor() {
    let schedule = custom(MORNING, CustomMode::Daily, 3);
    assert_eq!(dates(&schedule, 3), ["2026-08-03", "2026-08-06", "2026-08-09"]);
}

#[test]
fn a_weekly_looper_counts_weeks_that_begin_on_monday() {
    let schedule = Schedule {
        repeat_custom_weekdays: vec![Weekday::Sun, Weekday::Tue],
        ..custom("2026-08-05T08:00/2026-08-05T09:00", CustomMode::Weekly, 2) // a Wednesday
    };
    assert_eq!(dates(&schedule, 4), ["2026-08-09", "2026-08-18", "2026-08-23", "2026-09-01"]);
}

#[test]
fn a_monthly_looper_from_31_january_counts_months_that_lack_the_day() {
    let every_second = Schedule { repeat_custom_days: vec![31], ..custom("2026-01-31T08:00/2026-01-31T09:00", CustomMode::Monthly, 2) };
    // January, March, May, July, (September has 30 days), (November), January.
    assert_eq!(dates(&every_second, 5), ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31", "2027-01-31"]);
}

#[test]
fn monthly_days_are_taken_in_order_however_they_are_listed() {
    let schedule = Schedule { repeat_custom_days: vec![30, 1, 15, 1], ..custom("2026-02-10T08:00/2026-02-10T09:00", CustomMode::Monthly, 1) };
    assert_eq!(dates(&schedule, 4), ["2026-02-15", "2026-03-01", "2026-03-15", "2026-03-30"]);
}

#[test]
fn a_yearly_repetition_takes_the_day_of_its_start() {
    let schedule = Schedule { repeat_custom_months: vec![8, 2], repeat_custom_days: vec![9], ..custom(MORNING, CustomMode::Yearly, 2) };
    assert_eq!(dates(&schedule, 3), ["2026-08-03", "2028-02-03", "2028-08-03"]);
}

fn day_type(iteration: Iteration, kind: DayType) -> Schedule {
    Schedule {
        repeat_custom_use_day_types: true,
        repeat_custom_day_iteration: Some(iteration),
        repeat_custom_day_type: Some(kind),
        ..custom("2026-01-01T08:00/2026-01-01T09:00", CustomMode::Monthly, 1)
    }
}

#[test]
fn the_first_and_second_monday_of_a_month() {
    let first = day_type(Iteration::First, DayType::Mon);
    assert_eq!(dates(&first, 3), ["2026-01-05", "2026-02-02", "2026-03-02"]);
    let second = day_type(Iteration::Second, DayType::Mon);
    assert_eq!(dates(&second, 3), ["2026-01-12", "2026-02-09", "2026-03-09"]);
}

#[test]
fn the_fifth_monday_exists_in_some_months_only() {
    let schedule = day_type(Iteration::Fifth, DayType::Mon);
    assert_eq!(dates(&schedule, 4), ["2026-03-30", "2026-06-29", "2026-08-31", "2026-11-30"]);
}

#[test]
fn the_last_week_day_of_a_month_is_never_on_a_weekend() {
    let schedule = day_type(Iteration::Last, DayType::WeekDay);
    assert_eq!(dates(&schedule, 5), ["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30", "2026-05-29"]);
}

#[test]
fn the_first_and_last_day_off_of_a_month() {
    let first = day_type(Iteration::First, DayType::DayOff);
    assert_eq!(dates(&first, 3), ["2026-01-03", "2026-02-01", "2026-03-01"]);
    let last = day_type(Iteration::Last, DayType::DayOff);
    assert_eq!(dates(&last, 3), ["2026-01-31", "2026-02-28", "2026-03-29"]);
}

#[test]
fn a_yearly_day_type_looks_only_into_its_months() {
    let schedule = Schedule { repeat_custom_mode: CustomMode::Yearly, repeat_custom_months: vec![11], ..day_type(Iteration::Fourth, DayType::Thu) };
    assert_eq!(dates(&schedule, 3), ["2026-11-26", "2027-11-25", "2028-11-23"]);
}

#[test]
fn until_includes_its_date() {
    let schedule = Schedule {
        repeat_mode: RepeatMode::Day,
        repeat_duration_mode: DurationMode::Until,
        repeat_duration_until: Some(date(2026, 8, 5)),
        ..schedule(MORNING)
    };
    assert_eq!(dates(&schedule, 9), ["2026-08-03", "2026-08-04", "2026-08-05"]);
    assert_eq!(schedule.next_change(utc("2026-08-05T18:00")), None);
}

#[test]
fn a_night_that_begins_on_the_last_date_is_finished() {
    let schedule = Schedule {
        repeat_mode: RepeatMode::Day,
        repeat_duration_mode: DurationMode::Until,
        repeat_duration_until: Some(date(2026, 8, 5)),
        ..schedule("2026-08-03T22:00/2026-08-04T06:00")
    };
    assert!(schedule.contains(utc("2026-08-06T05:00")));
    assert!(!schedule.contains(utc("2026-08-06T23:00")));
}

#[test]
fn count_includes_the_first_period_and_only_days_that_satisfy_the_rule() {
    let schedule = Schedule { repeat_duration_mode: DurationMode::Count, repeat_duration_count: 7, ..working_hours() };
    let all = dates(&schedule, 99);
    assert_eq!(all.len(), 7);
    assert_eq!(all.last().unwrap(), "2026-08-11");
}

#[test]
fn count_of_a_monthly_rule_skips_months_without_the_day() {
    let schedule = Schedule {
        repeat_mode: RepeatMode::Month,
        repeat_duration_mode: DurationMode::Count,
        repeat_duration_count: 3,
        ..schedule("2026-01-31T08:00/2026-01-31T09:00")
    };
    assert_eq!(schedule.valid().timetable().last_date(), Some(date(2026, 5, 31)));
}

#[test]
fn a_count_beyond_the_calendar_never_ends() {
    let schedule =
        Schedule { repeat_mode: RepeatMode::Year, repeat_duration_mode: DurationMode::Count, repeat_duration_count: u32::MAX, ..schedule(MORNING) };
    assert_eq!(schedule.validate(), Ok(()));
    assert_eq!(schedule.valid().timetable().last_date(), None);
}

#[test]
fn a_schedule_of_whole_days_that_follow_each_other_never_changes_again() {
    let always = Schedule { is_all_day: true, repeat_mode: RepeatMode::Day, ..schedule("2026-08-03T00:00/2026-08-03T00:00") };
    assert_eq!(always.next_change(utc("2026-08-01T00:00")), Some(utc("2026-08-03T00:00")));
    assert_eq!(always.next_change(utc("2030-01-01T00:00")), None);
}

#[test]
fn whole_days_that_follow_each_other_end_with_the_last() {
    let always = Schedule {
        is_all_day: true,
        repeat_mode: RepeatMode::Day,
        repeat_duration_mode: DurationMode::Count,
        repeat_duration_count: 5_000,
        ..schedule("2026-08-03T00:00/2026-08-03T00:00")
    };
    assert_eq!(always.next_change(utc("2026-08-10T00:00")), Some(utc("2040-04-11T00:00")));
}

#[test]
fn five_whole_week_days_change_once_a_week() {
    let schedule = Schedule { is_all_day: true, ..working_hours() };
    assert_eq!(schedule.next_change(utc("2026-08-03T01:00")), Some(utc("2026-08-08T00:00")));
    assert_eq!(schedule.next_change(utc("2026-08-08T00:00")), Some(utc("2026-08-10T00:00")));
}

// Clock changes: New York springs forward on 2026-03-08 at 02:00 and falls back on 2026-11-01 at 02:00.

fn daily_in_new_york(period: &str) -> Schedule {
    Schedule { repeat_mode: RepeatMode::Day, ..in_zone("America/New_York", period) }
}

fn only_period(schedule: &Schedule, from: &str, to: &str) -> (String, String) {
    let found = schedule.periods(from.parse().unwrap(), to.parse().unwrap(), 9);
    assert_eq!(found.len(), 1, "{found:?}");
    (found[0].start.to_string(), found[0].end.to_string())
}

#[test]
fn office_hours_follow_the_wall_clock_across_a_clock_change() {
    let schedule = daily_in_new_york("2026-01-05T08:00/2026-01-05T18:00");
    assert!(schedule.contains("2026-03-07T13:00:00Z".parse().unwrap()), "08:00 in winter");
    assert!(!schedule.contains("2026-03-07T12:30:00Z".parse().unwrap()));
    assert!(schedule.contains("2026-03-09T12:30:00Z".parse().unwrap()), "08:30 in summer");
}

#[test]
fn a_skipped_hour_shortens_a_period() {
    let schedule = daily_in_new_york("2026-01-05T01:00/2026-01-05T04:00");
    let period = only_period(&schedule, "2026-03-08T05:00:00Z", "2026-03-08T12:00:00Z");
    assert_eq!(period, ("2026-03-08T06:00:00Z".into(), "2026-03-08T08:00:00Z".into()));
}

#[test]
fn a_repeated_hour_lengthens_a_period() {
    let schedule = daily_in_new_york("2026-01-05T00:30/2026-01-05T03:00");
    let period = only_period(&schedule, "2026-11-01T04:00:00Z", "2026-11-01T12:00:00Z");
    assert_eq!(period, ("2026-11-01T04:30:00Z".into(), "2026-11-01T08:00:00Z".into()));
}

#[test]
fn a_period_that_starts_or_ends_in_the_repeated_hour_goes_by_its_first_pass() {
    let starts = daily_in_new_york("2026-01-05T01:30/2026-01-05T03:00");
    let period = only_period(&starts, "2026-11-01T04:00:00Z", "2026-11-01T12:00:00Z");
    assert_eq!(period, ("2026-11-01T05:30:00Z".into(), "2026-11-01T08:00:00Z".into()));
    let ends = daily_in_new_york("2026-01-05T00:30/2026-01-05T01:30");
    let period = only_period(&ends, "2026-11-01T04:00:00Z", "2026-11-01T12:00:00Z");
    assert_eq!(period, ("2026-11-01T04:30:00Z".into(), "2026-11-01T05:30:00Z".into()));
}

#[test]
fn a_period_that_starts_in_the_skipped_hour_starts_at_the_jump() {
    let schedule = daily_in_new_york("2026-01-05T02:30/2026-01-05T05:00");
    let period = only_period(&schedule, "2026-03-08T05:00:00Z", "2026-03-08T12:00:00Z");
    assert_eq!(period, ("2026-03-08T07:00:00Z".into(), "2026-03-08T09:00:00Z".into()));
}

#[test]
fn a_period_inside_the_skipped_hour_does_not_take_place() {
    let schedule = daily_in_new_york("2026-01-05T02:10/2026-01-05T02:50");
    let (from, to) = ("2026-03-08T05:00:00Z".parse().unwrap(), "2026-03-08T12:00:00Z".parse().unwrap());
    assert_eq!(schedule.periods(from, to, 9), []);
    assert_eq!(schedule.next_change(from), Some("2026-03-09T06:10:00Z".parse().unwrap()));
}

#[test]
fn a_day_has_begun_although_the_clock_went_back_across_midnight() {
    // In St. John's the clock went from 00:01 on 2010-11-07 back to 23:01 on the day before.
    let schedule = Schedule { is_all_day: true, ..in_zone("America/St_Johns", "2010-11-07T00:00/2010-11-07T00:00") };
    let period = only_period(&schedule, "2010-11-06T00:00:00Z", "2010-11-09T00:00:00Z");
    assert_eq!(period, ("2010-11-07T02:30:00Z".into(), "2010-11-08T03:30:00Z".into()));
    assert!(schedule.contains("2010-11-07T02:45:00Z".parse().unwrap()), "23:15 of the day before, the second time");
}

#[test]
fn a_day_that_a_zone_left_out_does_not_take_place() {
    // Samoa went from 29 to 31 December 2011.
    let schedule = Schedule { is_all_day: true, repeat_mode: RepeatMode::Year, ..in_zone("Pacific/Apia", "2010-12-30T00:00/2010-12-30T00:00") };
    let next = schedule.next_change("2011-01-15T00:00:00Z".parse().unwrap());
    assert_eq!(next, Some("2012-12-29T10:00:00Z".parse().unwrap()));
}

#[test]
fn a_midnight_that_does_not_exist_is_the_first_moment_of_the_day() {
    // In Beirut the clock goes from 00:00 to 01:00 on 2026-03-29.
    let schedule = Schedule { is_all_day: true, ..in_zone("Asia/Beirut", "2026-03-29T00:00/2026-03-29T00:00") };
    let period = only_period(&schedule, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z");
    assert_eq!(period, ("2026-03-28T22:00:00Z".into(), "2026-03-29T21:00:00Z".into()));
}

// What is refused.

#[test]
fn a_schedule_that_ends_before_it_starts_is_refused() {
    let reversed = schedule("2026-08-03T18:00/2026-08-03T08:00");
    assert_eq!(refusals(&reversed), [("valid_to", "value must be greater than valid_from")]);
    let empty = schedule("2026-08-03T18:00/2026-08-03T18:00");
    assert_eq!(refusals(&empty).len(), 1);
    let reversed_days = Schedule { is_all_day: true, ..schedule("2026-08-04T00:00/2026-08-03T00:00") };
    assert_eq!(refusals(&reversed_days).len(), 1);
}

#[test]
fn all_day_with_equal_dates_is_one_day() {
    let schedule = Schedule { is_all_day: true, ..schedule("2026-08-03T18:00/2026-08-03T08:00") };
    assert_eq!(schedule.validate(), Ok(()));
}

#[test]
fn a_count_of_zero_is_refused() {
    let schedule = Schedule { repeat_duration_mode: DurationMode::Count, repeat_duration_count: 0, ..working_hours() };
    assert_eq!(refusals(&schedule), [("repeat_duration_count", "value must be greater than 0")]);
}

#[test]
fn a_looper_outside_1_to_1000_is_refused() {
    for looper in [0, 1001] {
        let schedule = custom(MORNING, CustomMode::Daily, looper);
        assert_eq!(refusals(&schedule), [("repeat_custom_looper", "value must be within 1 and 1000")]);
    }
    assert_eq!(custom(MORNING, CustomMode::Daily, 1000).validate(), Ok(()));
}

#[test]
fn until_before_the_start_is_refused_and_until_is_required() {
    let mut schedule = Schedule { repeat_duration_mode: DurationMode::Until, repeat_duration_until: Some(date(2026, 8, 2)), ..working_hours() };
    assert_eq!(refusals(&schedule), [("repeat_duration_until", "value must not be less than valid_from")]);
    schedule.repeat_duration_until = None;
    assert_eq!(refusals(&schedule), [("repeat_duration_until", "required")]);
}

#[test]
fn a_custom_rule_without_days_is_refused() {
    let weekly = custom(MORNING, CustomMode::Weekly, 1);
    assert_eq!(refusals(&weekly), [("repeat_custom_weekdays", "required")]);
    let monthly = custom(MORNING, CustomMode::Monthly, 1);
    assert_eq!(refusals(&monthly), [("repeat_custom_days", "required")]);
    let yearly = custom(MORNING, CustomMode::Yearly, 1);
    assert_eq!(refusals(&yearly), [("repeat_custom_monthes", "required")]);
    let typed = Schedule { repeat_custom_use_day_types: true, ..monthly };
    assert_eq!(refusals(&typed), [("repeat_custom_day_iteration", "required"), ("repeat_custom_day_type", "required")]);
}

#[test]
fn days_and_months_outside_the_calendar_are_refused() {
    let days = Schedule { repeat_custom_days: vec![0, 32], ..custom(MORNING, CustomMode::Monthly, 1) };
    assert_eq!(refusals(&days), [("repeat_custom_days", "value must be within 1 and 31")]);
    let months = Schedule { repeat_custom_months: vec![0, 13], ..custom(MORNING, CustomMode::Yearly, 1) };
    assert_eq!(refusals(&months), [("repeat_custom_monthes", "value must be within 1 and 12")]);
    let endless = Schedule { repeat_custom_days: vec![1; 32], ..custom(MORNING, CustomMode::Monthly, 1) };
    assert_eq!(refusals(&endless), [("repeat_custom_days", "too many values")]);
}

#[test]
fn day_31_is_allowed_in_months_that_lack_it_when_another_has_it() {
    let schedule = Schedule { repeat_custom_months: vec![4, 5], ..custom("2026-08-31T08:00/2026-08-31T09:00", CustomMode::Yearly, 1) };
    assert_eq!(dates(&schedule, 1), ["2027-05-31"]);
}

#[test]
fn a_rule_that_can_never_happen_is_refused() {
    let february_30 = Schedule { repeat_custom_months: vec![2], ..custom("2026-08-30T08:00/2026-08-30T09:00", CustomMode::Yearly, 1) };
    assert_eq!(refusals(&february_30), [("repeat_mode", "schedule never happens")]);
    let every_twelfth_month_from_february =
        Schedule { repeat_custom_days: vec![30, 31], ..custom("2026-02-01T08:00/2026-02-01T09:00", CustomMode::Monthly, 12) };
    assert_eq!(refusals(&every_twelfth_month_from_february), [("repeat_mode", "schedule never happens")]);
    let leap_day_of_odd_years = Schedule { repeat_custom_months: vec![2], ..custom("2027-01-29T08:00/2027-01-29T09:00", CustomMode::Yearly, 2) };
    assert_eq!(refusals(&leap_day_of_odd_years), [("repeat_mode", "schedule never happens")]);
    let over_before_it_began = Schedule {
        repeat_custom_weekdays: vec![Weekday::Mon],
        repeat_duration_mode: DurationMode::Until,
        repeat_duration_until: Some(date(2026, 8, 9)),
        ..custom("2026-08-04T08:00/2026-08-04T09:00", CustomMode::Weekly, 1)
    };
    assert_eq!(refusals(&over_before_it_began), [("repeat_mode", "schedule never happens")]);
}

#[test]
fn a_period_longer_than_its_repetition_is_refused() {
    let overlapping = Schedule { repeat_mode: RepeatMode::Day, ..schedule("2026-08-03T08:00/2026-08-04T08:01") };
    assert_eq!(refusals(&overlapping), [("valid_to", "period must not be longer than its repetition")]);
    let touching = Schedule { repeat_mode: RepeatMode::Day, ..schedule("2026-08-03T08:00/2026-08-04T08:00") };
    assert_eq!(touching.validate(), Ok(()));
}

#[test]
fn an_overlap_that_only_a_short_february_causes_is_refused() {
    let period = |end: &str| Schedule { repeat_mode: RepeatMode::Month, ..schedule(&format!("2026-03-01T00:00/{end}")) };
    assert_eq!(period("2026-03-29T00:00").validate(), Ok(()), "28 days fit into every month");
    assert_eq!(refusals(&period("2026-03-30T00:00")).len(), 1, "29 days do not");
}

#[test]
fn a_period_that_happens_once_may_be_long() {
    let years = schedule("2026-01-01T00:00/2036-01-01T00:00");
    assert_eq!(years.validate(), Ok(()));
    assert!(years.contains(utc("2035-12-31T23:59")));
}

#[test]
fn dates_outside_the_calendar_are_refused_and_do_no_harm() {
    for period in ["1969-12-31T08:00/1969-12-31T09:00", "9999-12-30T08:00/9999-12-31T09:00"] {
        let schedule = Schedule { repeat_mode: RepeatMode::Month, ..schedule(period) };
        assert!(refusals(&schedule).iter().all(|(field, _)| field.starts_with("valid_")));
        // As a database may hold it, which nobody checks again.
        let stored: ValidSchedule = serde_json::from_value(serde_json::to_value(&schedule).unwrap()).unwrap();
        stored.contains(Timestamp::MAX);
        stored.contains(Timestamp::MIN);
        stored.next_change(Timestamp::MIN);
    }
}

#[test]
fn json_keeps_the_names_and_defaults_of_the_api() {
    let json = r#"{"time_zone": "Europe/Moscow", "valid_from": "2026-08-03T08:00:00",
        "valid_to": "2026-08-03T18:00:00", "is_all_day": false, "repeat_mode": "custom",
        "repeat_custom_mode": "weekly", "repeat_custom_weekdays": ["mon", "fri"],
        "repeat_custom_monthes": [1], "repeat_custom_day_type": "week_day"}"#;
    let schedule: Schedule = serde_json::from_str(json).unwrap();
    assert_eq!(schedule.repeat_custom_months, [1]);
    assert_eq!(schedule.repeat_duration_count, 1);
    assert_eq!(schedule.repeat_custom_looper, 1);
    let again: Schedule = serde_json::from_value(serde_json::to_value(&schedule).unwrap()).unwrap();
    assert_eq!(again, schedule);

    let least = r#"{"time_zone": "UTC", "valid_from": "2026-08-03T08:00", "valid_to": "2026-08-03T18:00"}"#;
    let least: Schedule = serde_json::from_str(least).unwrap();
    assert!(least.is_all_day);
    assert_eq!(least.repeat_mode, RepeatMode::Never);
}
