//! Rules, without I/O.
pub mod feature;
pub mod license;
pub mod license_status;
