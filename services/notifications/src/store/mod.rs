//! The service's own tables.
pub mod direct_mail;
pub mod mail;
pub mod mail_template;
pub mod notification;
pub mod notification_setting;
pub mod recipients;
