//! The service's own settings.
use anyhow::Context as _;
use cluster::RestartBy;

use crate::domain::remote_session::Limits;

/// From the environment; the defaults suit one installation with its own broker.
#[derive(Clone, Debug)]
pub struct Config {
    /// Tells installations apart that share a broker: the group of shared subscriptions, and the mark by which
    /// the gateway knows the broker's users that are its own. VESTIBULE_MQTT_INSTALLATION
    pub installation: String,
    /// Whether the broker's users are kept by its dynamic security plugin. VESTIBULE_MQTT_USERS=dynsec or none.
    pub keeps_broker_users: bool,
    /// Where devices reach the broker, as `mqtts://example.org:8883`; without it a device is never told.
    /// VESTIBULE_DEVICE_MQTT_URL
    pub broker_url: Option<String>,
    /// Devices that are worked on at once by this process. VESTIBULE_DEVICE_WORKERS
    pub workers: usize,
    /// Who restarts the broker when asked to; None for nobody. VESTIBULE_BROKER_RESTART
    pub restart: Option<RestartBy>,
    /// How often a device's login and password may be guessed at. Not from the environment.
    pub guesses: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            installation: "vestibule".into(),
            keeps_broker_users: true,
            broker_url: None,
            workers: 32,
            restart: None,
            guesses: Limits::default(),
        }
    }
}

impl Config {
    pub fn from_env() -> anyhow::Result<Config> {
        let usual = Config::default();
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let installation = variable("VESTIBULE_MQTT_INSTALLATION").unwrap_or(usual.installation);
        let is_word = installation.len() <= 64 && installation.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        anyhow::ensure!(is_word, "VESTIBULE_MQTT_INSTALLATION has letters, digits, dashes and underscores");
        let workers = match variable("VESTIBULE_DEVICE_WORKERS") {
            Some(text) => text
                .parse()
                .ok()
                .filter(|workers| (1..=1000).contains(workers))
                .ok_or_else(|| anyhow::anyhow!("VESTIBULE_DEVICE_WORKERS is 1 to 1000"))?,
            None => usual.workers,
        };
        Ok(Config {
            installation,
            keeps_broker_users: variable("VESTIBULE_MQTT_USERS").is_none_or(|users| users != "none"),
            broker_url: variable("VESTIBULE_DEVICE_MQTT_URL"),
            workers,
            restart: RestartBy::parse(&variable("VESTIBULE_BROKER_RESTART").unwrap_or_default()).context("VESTIBULE_BROKER_RESTART")?,
            guesses: usual.guesses,
        })
    }
}
