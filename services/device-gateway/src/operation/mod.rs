//! Use cases: each takes the right it needs as an argument, and writes in one transaction.
pub mod alert;
pub mod broker;
pub mod delivery;
pub mod device;
pub mod device_adoption;
pub mod device_alarm;
pub mod device_forward;
pub mod device_search;
pub mod elevator_event;
pub mod event;
pub mod event_image;
pub mod http_device;
pub mod lift;
pub mod remote_session;
pub mod sip_account;
pub mod task;
