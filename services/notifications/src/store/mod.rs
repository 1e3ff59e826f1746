//! SQL.
pub mod notification;
pub mod person;
pub mod recipient;
pub mod role;
pub mod setting;
