//! Rules, without I/O.
pub mod device_problem;
pub mod event_rules;
pub mod local_time;
pub mod mail;
pub mod mail_template;
pub mod mail_template_rights;
pub mod notification_class;
pub mod notification_draft;
pub mod recipients;
pub mod telephony_rules;
