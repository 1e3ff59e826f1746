//! Background work.
pub mod alert_runs;
pub mod announces;
pub mod conversation_pictures;
mod deliveries;
pub mod mail_metrics;
mod mail_queue;
pub mod mail_worker;
mod push_queue;
pub mod push_worker;
pub mod retention;
pub mod webhook_backlog;
mod webhook_deliveries;
pub mod webhook_metrics;
pub mod webhook_projects;
mod webhook_queue;
pub mod webhook_worker;
