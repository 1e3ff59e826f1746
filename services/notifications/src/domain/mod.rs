//! Rules, without I/O.
pub mod class;
pub mod device_status;
pub mod local_time;
pub mod mail;
pub mod news;
pub mod notification;
pub mod occasion;
pub mod telephony;
pub mod watchers;
