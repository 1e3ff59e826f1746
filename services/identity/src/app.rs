//! What operations, transports and jobs share.
use std::sync::Arc;

use access_token::TokenIssuer;
use exports::Exports;
use kit::Context;
use ring::rand::SystemRandom;
use tokio::sync::Notify;

use crate::attempts::Attempts;
use crate::config::Config;
use crate::domain::links::Links;
use crate::ip_blocking::IpBlocking;
use crate::oidc::OpenId;
use crate::passkeys::Passkeys;
use crate::password_hashing::Passwords;
use crate::tickets::Tickets;

/// The shared handle; cheap to clone.
#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub(crate) passwords: Passwords,
    pub(crate) tokens: TokenIssuer,
    pub(crate) attempts: Attempts,
    pub(crate) blocking: IpBlocking,
    pub(crate) tickets: Tickets,
    pub(crate) passkeys: Passkeys,
    pub(crate) oidc: OpenId,
    pub(crate) random: SystemRandom,
    /// Notified when a password recovery was requested.
    pub(crate) recoveries: Arc<Notify>,
    pub(crate) exports: Exports,
    pub(crate) invitations_per_hour: u32,
}

impl App {
    pub fn new(context: Context, config: &Config) -> anyhow::Result<Self> {
        let random = SystemRandom::new();
        let blocking = IpBlocking::new(context.clone(), &config.limits);
        Ok(App {
            passwords: Passwords::new()?,
            tokens: TokenIssuer::new(&context.settings.token_key, context.clock.clone())?,
            attempts: Attempts::new(context.clone(), config.limits, blocking.clone()),
            blocking,
            tickets: Tickets::new(context.clone(), random.clone()),
            oidc: OpenId::new(&context),
            passkeys: Passkeys::new(&context.settings.public_url)?,
            random,
            recoveries: Arc::default(),
            exports: Exports::new(&context),
            invitations_per_hour: config.invitations_per_hour,
            context,
        })
    }

    /// Builds the links that mails contain.
    pub(crate) fn links(&self) -> Links<'_> {
        Links { console: &self.context.settings.public_url }
    }
}
