//! Forgotten passwords.
mod recover;
mod reset;

pub use recover::{recover, send_next_link};
pub use reset::reset;
