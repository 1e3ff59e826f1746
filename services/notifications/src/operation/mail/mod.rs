//! Mails that a user asks for and waits for: previews and tests.
pub mod mail_context;
pub mod preview;
pub mod queue;
mod send_limits;
pub mod send_now;
pub mod send_preview;
pub mod send_test;
