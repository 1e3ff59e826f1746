//! Links by which an invited user sets a password.
mod accept;
mod send;

pub use accept::{accept, find};
pub use send::{most_of_many, send, send_registration_link, send_waiting};
