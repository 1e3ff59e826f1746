//! The contract's services: they translate, nothing more.
mod lists;
mod mail_template;
mod notification;

pub use lists::Lists;
pub use mail_template::MailTemplates;
pub use notification::Notifications;
