//! Mails: which there are, what they say, and how they look. Rules, without I/O.
pub mod frame;
pub mod html;
pub mod kind;
pub mod letter;
pub mod locale;
pub mod macros;
pub mod plain;
pub mod retry;
pub mod rights;
pub mod template;
