//! Rules without I/O.
mod trusted_proxies;

pub use trusted_proxies::TrustedProxies;
