//! What devices hold of an identifier.
mod retry;

pub use retry::retry;
