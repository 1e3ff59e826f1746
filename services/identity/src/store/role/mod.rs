//! Roles.
mod change;
mod list;

pub use change::*;
pub use list::*;
