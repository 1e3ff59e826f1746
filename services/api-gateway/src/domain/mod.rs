//! Rules without I/O.
pub mod backup;
pub mod backup_view;
pub mod plan_rights;
pub mod site;
mod trusted_proxies;

pub use trusted_proxies::TrustedProxies;
