//! A group's structure as a table: groups, the people in them and what those open doors with.
pub mod export;
pub mod group_path;
pub mod line;
pub mod tree;
pub mod users;

use kit::error::RowError;

/// The message for a cell that differs from what is stored, or from another row.
pub const DIFFERS: &str = "differs from what is there";

pub fn problem(index: usize, field: &str, message: impl Into<String>) -> RowError {
    RowError { index, field: field.into(), message: message.into() }
}
