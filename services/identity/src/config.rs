//! Settings of identity.
use std::time::Duration;

use clap::Args;
use kit::variables::{self, within};

/// Limits of sign-in and of invitations.
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// Wrong passwords for one account from one address within the window; two and a half times as many from all addresses from
    /// which nobody signed in to it lately.
    #[arg(long, env = "VESTIBULE_LOGIN_ACCOUNT_LIMIT", value_name = "number, 1 to 1000000", default_value_t = LoginLimits::default().account, value_parser = within(1u32..=1_000_000))]
    pub login_account_limit: u32,
    /// Wrong passwords from one address within the window, until an administrator sets another limit.
    #[arg(long, env = "VESTIBULE_LOGIN_ADDRESS_LIMIT", value_name = "number, 1 to 1000000", default_value_t = LoginLimits::default().address, value_parser = within(1u32..=1_000_000))]
    pub login_address_limit: u32,
    /// The window.
    #[arg(long, env = "VESTIBULE_LOGIN_WINDOW_SECONDS", value_name = "seconds, 1 to 31536000", default_value_t = LoginLimits::default().window.as_secs(), value_parser = within(1u64..=31_536_000))]
    pub login_window_seconds: u64,
    /// Invitations that a project sends by mail within an hour; further ones wait. A tenth is left to those that somebody sends one by
    /// one, beside an import.
    #[arg(long, env = "VESTIBULE_INVITATIONS_PER_HOUR", value_name = "number, 10 to 1000000", default_value_t = Config::default().invitations_per_hour, value_parser = within(10u32..=1_000_000))]
    pub invitations_per_hour: u32,
}

/// How many wrong passwords within the window are let pass.
#[derive(Clone, Copy, Debug)]
pub struct LoginLimits {
    /// For one account, from one address.
    pub account: u32,
    /// From one address, whichever accounts they are for.
    pub address: u32,
    pub window: Duration,
}

impl LoginLimits {
    /// For one account, from all addresses from which its holder has not signed in lately. By default 100 in an hour (OWASP ASVS 4.0,
    /// 2.2.1).
    pub fn account_from_everywhere(&self) -> u64 {
        (u64::from(self.account) * 5).div_ceil(2)
    }
}

impl Default for LoginLimits {
    fn default() -> Self {
        LoginLimits { account: 10, address: 100, window: Duration::from_secs(15 * 60) }
    }
}

/// Identity's own settings.
#[derive(Clone, Debug)]
pub struct Config {
    pub limits: LoginLimits,
    /// Of a project.
    pub invitations_per_hour: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config { limits: LoginLimits::default(), invitations_per_hour: 1_000 }
    }
}

impl Config {
    pub fn from_env() -> anyhow::Result<Self> {
        let variables: Variables = variables::from_env()?;
        let limits = LoginLimits {
            account: variables.login_account_limit,
            address: variables.login_address_limit,
            window: Duration::from_secs(variables.login_window_seconds),
        };
        Ok(Config { limits, invitations_per_hour: variables.invitations_per_hour })
    }
}
