//! A user's notifications.
pub mod create;
pub mod mark_read;
pub mod update_settings;
