//! The audit log.
mod export;
mod verify;

pub use export::export;
pub use verify::{verify_audit, verify_project_audit};
