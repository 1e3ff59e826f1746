//! The licence server of a vendor: it issues licences by key, binds each to one project, and signs their files.
pub mod keys;
pub mod ledger;
pub mod server;
