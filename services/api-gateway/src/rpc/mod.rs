//! The gateway's own services.
mod backup;
mod dead_letter;
mod search;
mod site;
mod system;

pub use backup::BackupService;
pub use dead_letter::DeadLetterService;
pub use search::SearchService;
pub use site::SiteService;
pub use system::SystemService;
