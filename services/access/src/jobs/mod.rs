//! Work beside the calls.
pub mod license_limits;
pub mod lockdowns;
pub mod openings;
pub mod photos;
