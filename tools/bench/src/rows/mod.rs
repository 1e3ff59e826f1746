//! The rows of the table of targets, by their numbers there.
pub mod change;
pub mod event;
pub mod item;
pub mod list;
pub mod subtree;

/// Connections of rows 1 to 3.
const CONNECTIONS: usize = 32;
