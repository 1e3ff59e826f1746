//! The contract's services: decode, authorize, call an operation, encode.
mod cluster;
mod license;
mod list;

pub use cluster::ClusterService;
pub use license::LicenseService;
pub use list::ListService;
