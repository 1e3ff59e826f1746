//! Use cases: each is one transaction.
pub mod device_problem;
pub mod mail;
pub mod mail_template;
pub mod notification;
