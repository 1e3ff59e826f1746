//! Panels whose doors the user opens from the web phone.
mod list;
mod open;

pub use list::{ConciergePanel, list};
pub use open::open;
