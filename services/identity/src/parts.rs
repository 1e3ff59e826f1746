//! What the operations work with.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use kit::Context;
use ring::rand::SystemRandom;
use tokio::sync::{Notify, Semaphore};

use crate::attempts::{Attempts, Limits};
use crate::blocking::IpBlocking;
use crate::domain::links::Links;
use crate::openid::OpenId;
use crate::operation::download;
use crate::passkeys::Passkeys;
use crate::password::Passwords;
use crate::tickets::Tickets;
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
    pub(crate) blocking: IpBlocking,
    pub(crate) tickets: Tickets,
    pub(crate) passkeys: Passkeys,
    pub(crate) openid: OpenId,
    pub(crate) random: SystemRandom,
    /// Told when a recovery of a password was asked for.
    pub(crate) recoveries: Arc<Notify>,
    /// Turns at making a table.
    pub(crate) downloads: Arc<Semaphore>,
}

impl Parts {
    pub fn new(context: Context, config: &Config) -> anyhow::Result<Self> {
        let random = SystemRandom::new();
        let blocking = IpBlocking::new(context.clone(), &config.limits);
        Ok(Parts {
            passwords: Passwords::new()?,
            tokens: TokenIssuer::new(&context.settings.token_key, context.clock.clone())?,
            attempts: Attempts::new(context.clone(), config.limits, blocking.clone()),
            blocking,
            tickets: Tickets::new(context.clone(), random.clone()),
            openid: OpenId::new(&context),
            passkeys: Passkeys::new(&context.settings.public_url)?,
            random,
            recoveries: Arc::default(),
            downloads: Arc::new(Semaphore::new(download::AT_ONCE)),
            context,
        })
    }

    /// Where links in mails lead.
    pub(crate) fn links(&self) -> Links<'_> {
        Links { console: &self.context.settings.public_url }
    }
}
