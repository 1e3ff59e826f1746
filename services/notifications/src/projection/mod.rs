//! Entities of other services, as their events describe them.
pub mod device;
pub mod device_status_settings;
pub mod emergency_alert;
pub mod local_time;
pub mod mail_settings;
pub mod processed_alarm;
pub mod push_subscription;
pub mod role;
pub mod user;
pub mod webhook;
pub mod webhook_delivery;
pub mod white_label;
