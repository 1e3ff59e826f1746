//! Questions to a schedule that a test writes as it likes: it is validated first.

use jiff::Timestamp;
use schedule::{FieldError, Period, Schedule, ValidSchedule};

pub trait Questions {
    fn valid(&self) -> ValidSchedule;
    fn validate(&self) -> Result<(), Vec<FieldError>>;

    fn contains(&self, instant: Timestamp) -> bool {
        self.valid().contains(instant)
    }

    fn periods(&self, from: Timestamp, to: Timestamp, limit: usize) -> Vec<Period> {
        self.valid().periods(from, to, limit)
    }

    fn next_change(&self, after: Timestamp) -> Option<Timestamp> {
        self.valid().next_change(after)
    }
}

impl Questions for Schedule {
    fn valid(&self) -> ValidSchedule {
        self.clone().try_into().expect("the schedule is valid")
    }

    fn validate(&self) -> Result<(), Vec<FieldError>> {
        ValidSchedule::try_from(self.clone()).map(|_| ())
    }
}
