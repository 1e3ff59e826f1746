//! Registration by the code of a mail.
pub(crate) mod complete;
mod confirm_email;
mod register;

pub use confirm_email::confirm_email;
pub use register::{register, resend};
