//! Background work: the channels of Redis that the gateway listens to, and backups.
pub mod backups;
pub mod expired_backups;
pub mod forgotten_backups;
pub mod pushes;
pub mod session_changes;
