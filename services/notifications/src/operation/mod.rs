//! What is done in several steps.
pub mod change_mail_template;
pub mod send_mail;
