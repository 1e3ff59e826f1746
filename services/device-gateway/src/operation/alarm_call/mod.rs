//! Calls by which telephony tells people of alarms that nobody takes.
mod check;
mod take;

pub use check::{AlarmCheck, check};
pub use take::take;
