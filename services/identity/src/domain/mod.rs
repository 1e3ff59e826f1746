//! Rules, without I/O.
pub(crate) mod audit_event;
pub(crate) mod grant;
pub(crate) mod password;
pub(crate) mod profile;
pub(crate) mod refresh_token;
pub(crate) mod session;
pub(crate) mod user;
