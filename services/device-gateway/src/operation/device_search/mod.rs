//! Devices that are not in the project yet.
mod create_found;
mod start;
mod state;
pub mod unclaimed;

pub use create_found::{FoundItem, FoundResult, create_found};
pub use start::start;
pub use state::find;
