//! Work beside the calls.
pub mod openings;
