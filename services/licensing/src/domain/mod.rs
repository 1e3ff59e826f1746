//! Rules, without I/O.
pub mod counts;
pub mod feature;
pub mod group_license;
pub mod license;
pub mod license_file;
pub mod license_key;
pub mod license_state;
pub mod license_status;
pub mod license_tree;
pub mod reminder;
pub mod seat_secret;
pub mod user_license;
