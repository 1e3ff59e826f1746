//! The service's own tables.
pub mod license;
pub mod project_features;
