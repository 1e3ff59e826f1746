//! Entities of other services, as this one keeps them.
pub mod alarm_escalation;
pub mod alert_run;
pub mod elevator;
pub mod event_retention;
pub mod group_address;
pub mod identifier;
pub mod project;
pub mod sip_account;
pub mod user;
