//! The use cases: each checks, writes, publishes and records in one transaction.
pub mod access_matrix;
pub mod access_rule;
pub mod check;
pub mod device_list;
pub mod elevator;
pub mod elevator_access_rule;
pub mod guest_access;
pub mod guest_key;
pub mod identifier;
pub mod identifier_import;
pub mod imported_identifier;
pub mod opening;
mod related;
pub mod remote_check;
pub mod reservable_rule;
pub mod time_rule;
pub mod ukey2;
