//! Use cases: each is one transaction.
pub mod alert_file;
pub mod alert_run;
pub mod announce;
pub mod announce_page;
pub mod conversation;
pub mod device_alarm;
pub mod device_problem;
pub mod emergency_alert;
pub mod mail;
pub mod mail_template;
pub mod notification;
pub mod push_subscription;
pub mod reminder;
pub mod webhook;
pub mod webhook_delivery;
