//! What api-gateway says of backups.
mod record;

pub use record::{BackupAction, BackupRecord, record};
