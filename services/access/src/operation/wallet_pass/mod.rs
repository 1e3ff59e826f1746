//! Passes of wallets, of identifiers and of guests' keys.
mod content;
mod of_identifier;

pub use content::{apple, google_link, wallets};
pub use of_identifier::{apple_of_identifier, google_of_identifier};
