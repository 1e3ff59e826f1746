//! Periodic work.
pub mod license_periods;
