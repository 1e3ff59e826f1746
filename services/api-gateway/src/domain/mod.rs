//! Rules without I/O.
pub mod backup;
mod trusted_proxies;

pub use trusted_proxies::TrustedProxies;
