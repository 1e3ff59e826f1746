//! Use cases.
pub mod group_license;
pub mod group_move;
pub mod license;
pub mod license_report;
pub mod project_features;
pub mod user_license;
