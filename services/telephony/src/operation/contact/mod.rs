//! Whom a user may call.
mod list;

pub use list::list;
