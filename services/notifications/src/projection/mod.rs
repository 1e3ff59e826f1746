//! Entities of other services, as their events describe them.
pub mod alert_group;
pub mod device;
pub mod device_status_settings;
pub mod local_time;
pub mod mail_settings;
pub mod push_subscription;
pub mod role;
pub mod user;
pub mod webhook;
pub mod webhook_delivery;
pub mod white_label;
