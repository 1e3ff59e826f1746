//! Periodic work.
pub mod abandoned_restarts;
pub mod call_history_retention;
pub mod license_limits;
