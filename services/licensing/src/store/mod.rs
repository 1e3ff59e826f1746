//! The service's own tables.
pub mod group_license;
pub mod license;
pub mod license_activation;
pub mod license_day;
pub mod license_tree;
pub mod project_features;
pub mod user_license;
