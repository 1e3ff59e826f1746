//! The log of what devices report.
mod delete_expired;

pub use delete_expired::delete_expired;
