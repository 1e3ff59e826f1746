//! SQL.
pub mod group;
pub mod group_list;
pub mod group_type;
pub mod interval;
pub mod outline;
pub mod tree_lock;
