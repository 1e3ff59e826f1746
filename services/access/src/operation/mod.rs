//! The use cases: each checks, writes, publishes and records in one transaction.
pub mod access_rule;
pub mod check;
pub mod device_list;
pub mod identifier;
pub mod imported_identifier;
mod related;
pub mod remote_check;
pub mod time_rule;
