//! The contract's services: they translate, nothing more.
mod lists;
mod notification;

pub use lists::Lists;
pub use notification::Notifications;
