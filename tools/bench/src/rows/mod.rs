//! The rows of the table of targets, by their numbers there; 12 to 14 are beyond it.
pub mod access_matrix;
mod call;
pub mod change;
pub mod event;
pub mod identifier_import;
pub mod import;
pub mod item;
pub mod list;
pub mod login;
pub mod moving;
mod registration;
pub mod sip;
pub mod subtree;

/// Connections of rows 1 to 3.
pub const CONNECTIONS: usize = 32;
