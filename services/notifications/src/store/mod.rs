//! SQL.
pub mod device_status;
pub mod direct_mail;
pub mod local_time;
pub mod mail;
pub mod mail_settings;
pub mod mail_template;
pub mod notification;
pub mod person;
pub mod project;
pub mod recipient;
pub mod role;
pub mod setting;
pub mod white_label;
