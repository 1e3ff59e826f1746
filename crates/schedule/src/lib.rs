//! The recurrence of schedules ("time rules"): when a door is open to somebody.
//!
//! A [`Schedule`] is what the operator entered: a first period (`valid_from` to `valid_to`) and the
//! way it repeats; a [`ValidSchedule`] is one without errors. A [`Timetable`] is the same thing compiled for questions: does it contain an
//! instant, which periods lie in a window, when does it change next. [`DeviceProfile`] is the form
//! that a door panel understands.
//!
//! # What a period is
//!
//! A period is written in wall-clock time of the schedule's IANA zone. It runs from the first
//! instant at which the clock on the wall shows (or has jumped past) its start to the first instant
//! at which it shows (or has jumped past) its end, the end excluded. So a period that spans the
//! spring change is an hour shorter, one that spans the autumn change an hour longer, and one that
//! lies wholly inside the skipped hour does not take place.
//!
//! # Which days
//!
//! The date of `valid_from` is the anchor: nothing happens before it, and loopers count from it.
//! The anchor itself is an occurrence only when it satisfies the rule ("Monday to Friday" that
//! starts on a Saturday begins on Monday). Weeks begin on Monday. A day that a month does not have
//! (31 April, 29 February of a common year, a fifth Monday) is left out, never moved.
//!
//! # Why there is no "time-zone shift"
//!
//! A browser that knows only an offset has to move weekdays and periods across midnight before it
//! can show a schedule of another zone. Here a schedule carries its IANA zone and periods are
//! instants, so whoever shows them in another zone converts the instants; the rule itself never
//! moves, and stays right on both sides of a clock change, where a shifted rule would not.

mod day;
pub mod device;
mod field_error;
mod month;
mod recurrence;
mod schedule;
mod timetable;
mod valid_schedule;
mod validate;
mod wall;

pub use day::{DayType, Iteration, Weekday};
pub use device::DeviceProfile;
pub use field_error::FieldError;
pub use schedule::{CustomMode, DurationMode, RepeatMode, Schedule};
pub use timetable::{Period, Timetable};
pub use valid_schedule::ValidSchedule;
pub use wall::first_instant;
