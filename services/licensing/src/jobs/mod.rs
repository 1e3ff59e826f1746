//! Periodic work.
pub mod cloud_licenses;
pub mod license_days;
pub mod license_periods;
pub mod reminders;
pub mod snapshots;
