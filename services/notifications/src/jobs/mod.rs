//! Background work.
pub mod mail_metrics;
pub mod mail_worker;
pub mod retention;
