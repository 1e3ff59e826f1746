//! Settings of the gateway alone.
use clap::Args;
use kit::variables::{self, within};

use crate::domain::TrustedProxies;

/// The edge of the platform for browsers and other clients.
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// Proxies whose `X-Forwarded-For` is believed: limits and bans of addresses and the audit log go by it. Too few, and all who
    /// come through a proxy are banned as one; too many, and anybody may claim an address. Through a chain of proxies the nearest
    /// address that is none of them counts. `none` for no proxy.
    #[arg(long, env = "VESTIBULE_TRUSTED_PROXIES", value_name = "networks, with commas between them", default_value = "127.0.0.0/8,::1", value_parser = TrustedProxies::parse)]
    pub trusted_proxies: TrustedProxies,
    /// Connections of clients, those of websockets among them; one more is answered with 503 and closed.
    #[arg(long, env = "VESTIBULE_MAX_CONNECTIONS", value_name = "number, 1 to 1000000", default_value = "20000", value_parser = within(1usize..=1_000_000))]
    pub max_connections: usize,
    /// Requests in flight; one more is answered with 503 and `Retry-After`.
    #[arg(long, env = "VESTIBULE_MAX_REQUESTS", value_name = "number, 1 to 1000000", default_value = "2000", value_parser = within(1usize..=1_000_000))]
    pub max_requests: usize,
    /// Requests with one token for programs within a minute, by all gateways together; one more is answered with 429 and
    /// `Retry-After`.
    #[arg(long, env = "VESTIBULE_MAX_TOKEN_REQUESTS", value_name = "number a minute, 1 to 1000000", default_value = "600", value_parser = within(1u64..=1_000_000))]
    pub max_token_requests: u64,
}

pub struct Config {
    pub trusted_proxies: TrustedProxies,
    /// Of clients, those of websockets among them.
    pub max_connections: usize,
    /// In flight.
    pub max_requests: usize,
    /// A minute, of one token for programs.
    pub max_token_requests: u64,
}

impl Config {
    pub fn from_env() -> anyhow::Result<Self> {
        let Variables { trusted_proxies, max_connections, max_requests, max_token_requests } = variables::from_env()?;
        Ok(Config { trusted_proxies, max_connections, max_requests, max_token_requests })
    }
}
