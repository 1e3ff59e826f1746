//! Background work.
pub mod structure_import_recovery;
pub mod wallet_certificates;
