//! A user's notifications.
pub mod create;
pub mod mark_read;
pub mod read_settings;
pub mod update_settings;
