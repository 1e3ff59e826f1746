//! Second factors of the caller's own account.
pub mod passkey;
pub mod totp;
