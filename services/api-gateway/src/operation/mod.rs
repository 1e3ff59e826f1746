//! Use cases of the gateway's own.
pub mod backup;
