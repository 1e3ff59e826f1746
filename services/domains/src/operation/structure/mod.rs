//! Import and export of a group's structure.
//!
//! An import is all or nothing across services: everything is looked at first; then identity makes the users, access
//! their identifiers, each under the import's id; the groups come last, in one transaction with the note that the
//! import is made. Whatever fails before that is undone by the id, also after a crash (`recover`).
mod apply;
mod export;
mod import;
mod others;
mod plan;
mod progress;
mod recover;
mod residents;

pub use export::run as export;
pub use import::run as import;
pub use recover::{once as recover_once, run as recover};
