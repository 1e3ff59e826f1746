//! Periodic and background work.
pub mod broker_gauge;
pub mod heartbeat;
pub mod presence;
pub mod sweep;
pub mod sync;
