//! The gateway's own services.
mod backup;
mod search;
mod system;

pub use backup::BackupService;
pub use search::SearchService;
pub use system::SystemService;
