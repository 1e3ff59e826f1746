//! Use cases, each in one transaction.
pub mod amenity;
pub mod amenity_file;
pub mod amenity_reservation;

/// The feature of a licence without which no amenity and no reservation is made.
const FEATURE: &str = "amenity";
