//! Credentials of the web phone.
mod issue;

pub use issue::{IceServer, IssuedCredentials, issue};
