//! What makes a schedule impossible.

use crate::day::{self, LAST_DAY};
use crate::field_error::FieldError;
use crate::recurrence::Recurrence;
use crate::schedule::{CustomMode, DurationMode, RepeatMode, Schedule};

const LOOPER_MAX: u16 = 1_000;

/// Enough to see every distance between periods: the calendar repeats after 400 years, which hold
/// at most 15 periods a month when each is longer than a day.
const OCCURRENCES_COMPARED: usize = 100_000;

/// Reports every field that is wrong. That a rule happens at all, and does not overlap itself, is
/// judged only once its fields are right.
pub(crate) fn validate(schedule: &Schedule) -> Result<(), Vec<FieldError>> {
    let mut errors = Vec::new();
    period(schedule, &mut errors);
    if schedule.repeat_mode != RepeatMode::Never {
        duration(schedule, &mut errors);
    }
    if schedule.repeat_mode == RepeatMode::Custom {
        custom(schedule, &mut errors);
    }
    if errors.is_empty() {
        whole(schedule, &mut errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn period(schedule: &Schedule, errors: &mut Vec<FieldError>) {
    for (field, time) in [("valid_from", schedule.valid_from), ("valid_to", schedule.valid_to)] {
        if !(day::date(0)..=day::date(LAST_DAY)).contains(&time.date()) {
            refuse(errors, field, "value must be within 1970-01-01 and 9998-12-31");
        }
    }
    let (from, to) = schedule.first_period();
    if to <= from {
        refuse(errors, "valid_to", "value must be greater than valid_from");
    }
}

fn duration(schedule: &Schedule, errors: &mut Vec<FieldError>) {
    match (schedule.repeat_duration_mode, schedule.repeat_duration_until) {
        (DurationMode::Count, _) if schedule.repeat_duration_count == 0 => {
            refuse(errors, "repeat_duration_count", "value must be greater than 0");
        }
        (DurationMode::Until, None) => refuse(errors, "repeat_duration_until", "required"),
        (DurationMode::Until, Some(until)) if until < schedule.valid_from.date() => {
            refuse(errors, "repeat_duration_until", "value must not be less than valid_from");
        }
        _ => {}
    }
}

fn custom(schedule: &Schedule, errors: &mut Vec<FieldError>) {
    if !(1..=LOOPER_MAX).contains(&schedule.repeat_custom_looper) {
        refuse(errors, "repeat_custom_looper", "value must be within 1 and 1000");
    }
    match schedule.repeat_custom_mode {
        CustomMode::Daily => {}
        CustomMode::Weekly => {
            let weekdays = schedule.repeat_custom_weekdays.len();
            if weekdays == 0 {
                refuse(errors, "repeat_custom_weekdays", "required");
            } else if weekdays > 7 {
                refuse(errors, "repeat_custom_weekdays", "too many values");
            }
        }
        CustomMode::Monthly if schedule.repeat_custom_use_day_types => day_type(schedule, errors),
        CustomMode::Monthly => {
            let days = &schedule.repeat_custom_days;
            numbers("repeat_custom_days", days, 31, "value must be within 1 and 31", errors);
        }
        CustomMode::Yearly => {
            let months = &schedule.repeat_custom_months;
            numbers("repeat_custom_monthes", months, 12, "value must be within 1 and 12", errors);
            if schedule.repeat_custom_use_day_types {
                day_type(schedule, errors);
            }
        }
    }
}

fn day_type(schedule: &Schedule, errors: &mut Vec<FieldError>) {
    if schedule.repeat_custom_day_iteration.is_none() {
        refuse(errors, "repeat_custom_day_iteration", "required");
    }
    if schedule.repeat_custom_day_type.is_none() {
        refuse(errors, "repeat_custom_day_type", "required");
    }
}

/// A list of numbers from 1 to `max`, at least one and no more than there are.
fn numbers(field: &'static str, values: &[u8], max: u8, message: &'static str, errors: &mut Vec<FieldError>) {
    if values.is_empty() {
        refuse(errors, field, "required");
    } else if values.len() > usize::from(max) {
        refuse(errors, field, "too many values");
    } else if values.iter().any(|value| !(1..=max).contains(value)) {
        refuse(errors, field, message);
    }
}

/// What only the whole rule shows: that it happens, and does not overlap itself.
fn whole(schedule: &Schedule, errors: &mut Vec<FieldError>) {
    let recurrence = Recurrence::new(schedule);
    if recurrence.first().is_none() {
        refuse(errors, "repeat_mode", "schedule never happens");
    } else if overlaps_itself(schedule, &recurrence) {
        refuse(errors, "valid_to", "period must not be longer than its repetition");
    }
}

fn overlaps_itself(schedule: &Schedule, recurrence: &Recurrence) -> bool {
    let (from, to) = schedule.first_period();
    let whole_days = day::number(to.date()) - day::number(from.date());
    // Periods begin at the same time of day, so only the number of days begun matters.
    let days_needed = if to.time() > from.time() { whole_days + 1 } else { whole_days };
    if days_needed <= 1 {
        return false;
    }
    let next = |day: &i32| recurrence.on_or_after(day + 1);
    let mut days = std::iter::successors(recurrence.first(), next).take(OCCURRENCES_COMPARED);
    let Some(mut previous) = days.next() else { return false };
    days.any(|day| {
        let distance = day - previous;
        previous = day;
        distance < days_needed
    })
}

fn refuse(errors: &mut Vec<FieldError>, field: &'static str, message: &'static str) {
    errors.push(FieldError { field, message });
}
