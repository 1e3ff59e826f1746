//! Use cases: each takes the right it needs as an argument, and writes in one transaction.
pub mod broker;
pub mod device;
pub mod device_alarm;
pub mod elevator_event;
pub mod event;
pub mod http_device;
pub mod lift;
pub mod remote_session;
pub mod sip_account;
pub mod task;
