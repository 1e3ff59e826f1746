//! A schedule without errors.

use std::ops::Deref;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::field_error::FieldError;
use crate::schedule::Schedule;
use crate::timetable::{Period, Timetable};
use crate::validate;

/// A schedule that happens, and whose periods do not overlap: what questions and devices need. Reading one from JSON does not
/// check it again: that is for what was stored as a valid schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ValidSchedule(Schedule);

impl TryFrom<Schedule> for ValidSchedule {
    type Error = Vec<FieldError>;

    /// Fails with every field that is wrong.
    fn try_from(schedule: Schedule) -> Result<ValidSchedule, Vec<FieldError>> {
        validate::validate(&schedule)?;
        Ok(ValidSchedule(schedule))
    }
}

impl Deref for ValidSchedule {
    type Target = Schedule;

    fn deref(&self) -> &Schedule {
        &self.0
    }
}

impl ValidSchedule {
    /// Compiled for questions. Keep it when asking more than once.
    pub fn timetable(&self) -> Timetable {
        Timetable::new(self)
    }

    /// Whether the instant lies in a period. See [`Timetable::contains`].
    pub fn contains(&self, instant: Timestamp) -> bool {
        self.timetable().contains(instant)
    }

    /// The periods in a window. See [`Timetable::periods`].
    pub fn periods(&self, from: Timestamp, to: Timestamp, limit: usize) -> Vec<Period> {
        self.timetable().periods(from, to, limit)
    }

    /// The next instant at which `contains` changes. See [`Timetable::next_change`].
    pub fn next_change(&self, after: Timestamp) -> Option<Timestamp> {
        self.timetable().next_change(after)
    }
}
