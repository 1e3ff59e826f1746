//! Rules, without I/O.
pub mod class;
pub mod json;
pub mod notification;
pub mod occasion;
pub mod watchers;
