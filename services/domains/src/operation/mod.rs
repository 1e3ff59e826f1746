//! Use cases: a function for each, which authorises what `rpc` could not and runs in one transaction.
pub mod general_settings;
pub mod generation;
pub mod group;
pub mod group_logo;
pub mod group_type;
pub mod integration;
pub mod project;
pub mod project_logo;
pub mod registered_group;
pub mod settings;
pub mod structure;
pub mod video_platform;
