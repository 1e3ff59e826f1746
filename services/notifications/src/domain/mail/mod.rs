//! Mails: their types, texts and looks.
pub mod draft;
pub mod frame;
pub mod html;
pub mod locale;
pub mod macros;
pub mod mail_type;
pub mod plain;
pub mod rendered_mail;
pub mod retry;
