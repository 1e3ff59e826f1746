//! The audit log: the chain of a project's events, and reading them.
mod chain;
mod list;

pub use chain::*;
pub use list::*;
