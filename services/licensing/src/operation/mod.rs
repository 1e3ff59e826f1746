//! Use cases.
pub mod license;
pub mod project_features;
