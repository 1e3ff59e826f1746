//! Periodic and background work.
pub mod alarm_escalation;
pub mod alerts;
pub mod broker_gauge;
pub mod broker_rollout;
pub mod contact;
pub mod event_images;
pub mod heartbeat;
pub mod presence;
pub mod project_brokers;
pub mod protocol_change;
mod retention;
pub mod sweep;
pub mod sync;
mod worker;
