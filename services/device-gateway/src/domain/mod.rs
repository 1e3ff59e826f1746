//! Rules without I/O.
pub mod device;
pub mod device_alarm;
pub mod difference;
pub mod event;
pub mod floor;
pub mod http_device;
pub mod item;
pub mod licensed_features;
pub mod model;
pub mod next_step;
pub mod password;
pub mod remote_session;
pub mod retry;
pub mod settings;
pub mod settings_rules;
pub mod sip_account;
pub mod task;
