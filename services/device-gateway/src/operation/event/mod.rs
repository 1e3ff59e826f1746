//! The log of what devices report.
mod delete_expired;
mod download;

pub use delete_expired::delete_expired;
pub use download::download;
