//! Users.
mod change;
pub(crate) mod export;
pub(crate) mod import;
mod list;
pub(crate) mod related;

pub(crate) use change::publish_changed;
pub use change::*;
pub use list::*;
