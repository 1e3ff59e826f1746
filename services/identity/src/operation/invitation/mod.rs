//! Links by which an invited user sets a password.
mod accept;
mod send;

pub use accept::{accept, find};
pub use send::{send, send_registration_link};
