//! Work beside the calls.
pub mod license_limits;
pub mod openings;
pub mod photos;
