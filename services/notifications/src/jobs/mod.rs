//! Background work.
pub mod alert_runs;
pub mod announces;
pub mod mail_metrics;
mod mail_queue;
pub mod mail_worker;
pub mod retention;
