//! SQL. Rows go out as they are stored; `rpc` turns them into messages.
pub mod dependent;
pub mod group;
pub mod group_settings;
pub mod group_type;
pub mod integration;
pub mod logo;
pub mod registered_group;
pub mod settings;
pub mod structure;
pub mod structure_import;
pub mod tree_lock;
