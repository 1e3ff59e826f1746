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
    /// How passes of guest keys are counted that are QR codes or codes. `panels`: panels hold the keys and count down by themselves, also
    /// while the platform is away; panels that are away do not know of each other's passes. `exact`: panels hold none of them and ask at the
    /// door, which stays shut while the platform is away. Plates are held in any case. A key keeps what it was made with.
    #[arg(long, env = "VESTIBULE_GUEST_COUNTING", value_name = "panels or exact", default_value = "panels", value_parser = ["panels", "exact"])]
    pub guest_counting: String,
    /// Digits of the shortest access code. Codes are longer where so many work that a guess would be right more often than once in a
    /// thousand times.
    #[arg(long, env = "VESTIBULE_ACCESS_CODE_DIGITS", value_name = "digits, 4 to 10", default_value = "6", value_parser = within(4u8..=10))]
    pub access_code_digits: u8,
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

pub const DEFAULT_SHORTEST_CODE: usize = 6;

pub fn shortest_code() -> Result<usize> {
    let variables: Variables = variables::from_env()?;
    Ok(variables.access_code_digits.into())
}

/// What of the settings the operations need.
#[derive(Clone, Copy, Debug)]
pub struct GuestConfig {
    /// Length of a visit.
    pub visit_seconds: i32,
    /// Doors ask about keys with a pass limit.
    pub counts_exactly: bool,
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
        let counts_exactly = variables.guest_counting == "exact";
        Ok(GuestConfig { visit_seconds: 60 * i32::from(variables.guest_visit_minutes), counts_exactly, ..GuestConfig::default() })
    }
}

impl Default for GuestConfig {
    fn default() -> Self {
        GuestConfig { visit_seconds: 15 * 60, counts_exactly: false, limits: OpeningLimits::default() }
    }
}
