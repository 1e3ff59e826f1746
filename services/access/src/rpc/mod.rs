//! Transports: they translate, ask for the right, and leave the rest to the rules and the tables.
pub mod access_rule;
pub mod check;
pub mod count;
pub mod device_list;
pub mod identifier;
pub mod imported_identifier;
pub mod lists;
pub mod remote_check;
pub mod schedule;
pub mod time_rule;
