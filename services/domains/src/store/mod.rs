//! SQL.
pub mod dependent;
pub mod group;
pub mod group_list;
pub mod group_settings;
pub mod group_type;
pub mod integration;
pub mod interval;
pub mod logo;
pub mod new_group;
pub mod outline;
pub mod place;
pub mod projection;
pub mod registered_group;
pub mod settings;
pub mod structure;
pub mod structure_import;
pub mod tree_lock;
