//! The tables, as functions on a transaction. Static SQL into private row structs.
pub mod broker_restart;
pub mod broker_user;
pub mod device;
pub mod device_clock;
pub mod device_status;
pub mod device_sync;
pub mod event;
pub mod group_path;
pub mod item;
pub mod rejected_message;
pub mod remote_opening;
pub mod remote_session;
pub mod reporting_device;
pub mod sync_error;
pub mod task;
pub mod worker;
