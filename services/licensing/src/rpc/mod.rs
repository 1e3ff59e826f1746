//! The contract's services: they translate, nothing more.
mod cluster;
mod license;
mod lists;

pub use cluster::Cluster;
pub use license::Licenses;
pub use lists::Lists;
