//! The call history, read.
mod download;
mod list;

pub use download::download;
pub use list::{list_alarms, list_calls};
