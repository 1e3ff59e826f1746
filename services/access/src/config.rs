//! Settings of guests' keys.
use anyhow::{Context as _, Result};
use clap::Args;
use kit::variables::{self, within};
use wallet_pass::GoogleAccount;

#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// How long a visit of a guest goes on from its first door; in it each door opens up to three times for one pass. With 0
    /// each opening takes a pass. A key keeps the length with which it was made.
    #[arg(long, env = "VESTIBULE_GUEST_VISIT_MINUTES", value_name = "minutes, 0 to 1440", default_value = "15", value_parser = within(0u16..=1440))]
    pub guest_visit_minutes: u16,
    /// The number of the issuer at Google whose passes people put into the Google Wallet. None are offered when it is not set.
    #[arg(long, env = "VESTIBULE_GOOGLE_WALLET_ISSUER", value_name = "number", default_value = "")]
    pub google_wallet_issuer: String,
    /// The service account that signs these passes, as `wallet@example.iam.gserviceaccount.com`.
    #[arg(long, env = "VESTIBULE_GOOGLE_WALLET_ACCOUNT", value_name = "e-mail", default_value = "")]
    pub google_wallet_account: String,
    /// The RSA key of the account.
    #[arg(long, env = "VESTIBULE_GOOGLE_WALLET_KEY", value_name = "private key in PEM", default_value = "", hide_env_values = true)]
    pub google_wallet_key: String,
}

/// The account at Google; None where none is set.
pub fn google_wallet() -> Result<Option<GoogleAccount>> {
    let variables: Variables = variables::from_env()?;
    if variables.google_wallet_issuer.is_empty() {
        return Ok(None);
    }
    let account = GoogleAccount::new(&variables.google_wallet_issuer, &variables.google_wallet_account, &variables.google_wallet_key);
    Ok(Some(account.context("VESTIBULE_GOOGLE_WALLET_KEY")?))
}

/// What of the settings the operations need.
#[derive(Clone, Copy, Debug)]
pub struct GuestConfig {
    /// Length of a visit.
    pub visit_seconds: i32,
    pub limits: OpeningLimits,
}

/// Openings by links: so many are use, more are abuse.
#[derive(Clone, Copy, Debug)]
pub struct OpeningLimits {
    pub of_key_per_minute: u64,
    pub of_key_per_hour: u64,
    pub of_address_per_minute: u64,
    pub of_door_per_minute: u64,
}

impl Default for OpeningLimits {
    fn default() -> Self {
        OpeningLimits { of_key_per_minute: 5, of_key_per_hour: 60, of_address_per_minute: 20, of_door_per_minute: 10 }
    }
}

impl GuestConfig {
    pub fn from_env() -> Result<Self> {
        let variables: Variables = variables::from_env()?;
        Ok(GuestConfig { visit_seconds: 60 * i32::from(variables.guest_visit_minutes), ..GuestConfig::default() })
    }
}

impl Default for GuestConfig {
    fn default() -> Self {
        GuestConfig { visit_seconds: 15 * 60, limits: OpeningLimits::default() }
    }
}
