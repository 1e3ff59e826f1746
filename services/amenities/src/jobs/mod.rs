//! Periodic work, of the leading replica.
pub mod reminders;
pub mod transitions;
pub mod usage_check;
