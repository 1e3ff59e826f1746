//! The gateway's own services.
mod search;
mod system;

pub use search::SearchService;
pub use system::SystemService;
