//! Import and export of a group's structure.
//!
//! An import changes all services or none: everything is validated first; then identity creates the users and access
//! their identifiers, each under the import's id; the groups come last, in one transaction with the note that the import
//! is made. What fails before that is undone by the id, also after a crash (`jobs::structure_import_recovery`).
mod apply;
mod export;
mod import;
mod plan;
mod progress;

pub use export::{StructureExport, export};
pub use import::{ImportResult, LIMITS, StructureImport, import};
