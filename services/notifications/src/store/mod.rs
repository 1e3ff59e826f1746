//! The service's own tables.
pub mod alarm_recipient;
pub mod alert_file;
pub mod alert_run;
pub mod announce;
pub mod announce_answer;
pub mod announce_recipient;
pub mod conversation;
pub mod conversation_message;
pub mod direct_mail;
pub mod emergency_alert;
pub mod mail;
pub mod mail_template;
pub mod notification;
pub mod notification_setting;
pub mod push_subscription;
pub mod recipients;
