//! The rules: pure, without I/O.
pub mod amenity;
pub mod amenity_reservation;
pub mod amenity_state;
pub mod time_slot;
