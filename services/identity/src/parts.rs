//! What the operations work with.
use std::time::Duration;

use anyhow::Context as _;
use kit::Context;
use ring::rand::SystemRandom;

use crate::attempts::{Attempts, Limits};
use crate::password::Passwords;
use crate::token::TokenIssuer;

/// Identity's own settings.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub limits: Limits,
}

impl Config {
    /// VESTIBULE_LOGIN_ACCOUNT_LIMIT (10), VESTIBULE_LOGIN_ADDRESS_LIMIT (100): wrong passwords let pass within
    /// VESTIBULE_LOGIN_WINDOW_SECONDS (900), for one account and from one address.
    pub fn from_env() -> anyhow::Result<Self> {
        let default = Limits::default();
        Ok(Config {
            limits: Limits {
                account: number("VESTIBULE_LOGIN_ACCOUNT_LIMIT", default.account)?,
                address: number("VESTIBULE_LOGIN_ADDRESS_LIMIT", default.address)?,
                window: Duration::from_secs(number("VESTIBULE_LOGIN_WINDOW_SECONDS", default.window.as_secs() as u32)?.into()),
            },
        })
    }
}

fn number(name: &'static str, default: u32) -> anyhow::Result<u32> {
    match std::env::var(name) {
        Ok(text) => text.parse().ok().filter(|number| *number > 0).with_context(|| format!("{name} must be a number above 0")),
        Err(_) => Ok(default),
    }
}

/// A handle, cheap to clone.
#[derive(Clone)]
pub struct Parts {
    pub context: Context,
    pub(crate) passwords: Passwords,
    pub(crate) tokens: TokenIssuer,
    pub(crate) attempts: Attempts,
    pub(crate) random: SystemRandom,
}

impl Parts {
    pub fn new(context: Context, config: &Config) -> anyhow::Result<Self> {
        Ok(Parts {
            passwords: Passwords::new()?,
            tokens: TokenIssuer::new(&context.settings.token_key, context.clock.clone())?,
            attempts: Attempts::new(context.clone(), config.limits),
            random: SystemRandom::new(),
            context,
        })
    }
}
