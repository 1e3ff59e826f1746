//! Entities of other services, as this one keeps them.
pub mod elevator;
pub mod identifier;
pub mod project;
pub mod sip_account;
