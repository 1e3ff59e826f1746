//! The table of numbers that a panel calls.
mod download;
mod find;
mod refresh;

pub use download::download;
pub use find::{DeviceForwards, fetch, find};
pub use refresh::{refresh, refresh_device};
