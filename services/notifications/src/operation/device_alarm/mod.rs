//! Alarms of devices that nobody has taken in time.
pub mod escalate;
