//! What the operations do: each in one transaction.
mod registration;
pub mod sip_number;
