//! Problems of devices.
pub mod queue_mails;
