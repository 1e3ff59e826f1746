//! The OpenID Connect provider of a project.
mod update;

pub use update::{CLIENT_SECRET_PURPOSE, IdentityProviderEdit, IdentityProviderView, update};
