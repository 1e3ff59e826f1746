//! Events for other services. Each is written to the outbox in the transaction of the change that it is about.
pub(crate) mod backup;
pub(crate) mod mail;
pub(crate) mod project;
pub(crate) mod role;
pub(crate) mod session;
pub(crate) mod user;
