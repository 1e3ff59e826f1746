//! Background work.
pub mod structure_import_recovery;
