//! What a link in a mail carries, and what names a registration: made and kept as refresh tokens are.
pub use super::refresh_token::{generate, hash};
