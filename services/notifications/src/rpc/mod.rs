//! The contract's services: decode, authorize, call an operation, encode.
mod list;
mod mail_template;
mod notification;

pub use list::ListService;
pub use mail_template::MailTemplateService;
pub use notification::NotificationService;
