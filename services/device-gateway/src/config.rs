//! The settings of the service.
use std::time::Duration;

use clap::Args;
use cluster::RestartBy;
use kit::variables::{self, within};

use crate::domain::http_device::{HttpCallLimits, HttpLoginLimits};
use crate::domain::remote_session::LoginLimits;

/// Devices and their broker.
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// Tells installations apart that share a broker.
    #[arg(long, env = "VESTIBULE_MQTT_INSTALLATION", value_name = "name, up to 64 letters, digits, `-` and `_`", default_value_t = Config::default().installation, value_parser = installation)]
    pub mqtt_installation: String,
    /// Who keeps the devices' users at the broker: the gateway, by Mosquitto's dynamic security, or nobody.
    #[arg(long, env = "VESTIBULE_MQTT_USERS", value_parser = ["dynsec", "none"], default_value = "dynsec")]
    pub mqtt_users: String,
    /// Where devices reach the broker, as `mqtts://example.org:8883`. Without it devices are not sent the address.
    #[arg(long, env = "VESTIBULE_DEVICE_MQTT_URL", value_name = "URL")]
    pub device_mqtt_url: Option<String>,
    /// Who restarts the broker when the console asks for it, in the words of `VESTIBULE_SIP_RESTART`. Nobody when it is not set.
    #[arg(long, env = "VESTIBULE_BROKER_RESTART", value_name = "workload or command")]
    pub broker_restart: Option<RestartBy>,
    /// Devices that a process works on at once.
    #[arg(long, env = "VESTIBULE_DEVICE_WORKERS", value_name = "number, 1 to 1000", default_value_t = Config::default().workers, value_parser = within(1usize..=1_000))]
    pub device_workers: usize,
    /// After how many days events of devices are deleted at the latest ([retention](retention.md)); a project may set less, and stores
    /// them for 365 days by default. A device may send its events again for a week, and what was deleted would be stored once more.
    #[arg(long, env = "VESTIBULE_EVENT_RETENTION_DAYS", value_name = "days, 7 to 3650", value_parser = within(7i64..=3_650))]
    pub event_retention_days: Option<i64>,
}

/// From the environment; the defaults suit one installation with its own broker.
#[derive(Clone, Debug)]
pub struct Config {
    /// Tells installations apart that share a broker: the group of shared subscriptions, and the mark by which
    /// the gateway knows the broker's users that are its own.
    pub installation: String,
    /// Whether the broker's users are kept by its dynamic security plugin.
    pub manages_broker_users: bool,
    /// Where devices reach the broker, as `mqtts://example.org:8883`; without it devices are not sent the address.
    pub broker_url: Option<String>,
    /// Devices that are worked on at once by this process.
    pub workers: usize,
    /// Who restarts the broker when asked to; None for nobody.
    pub restart: Option<RestartBy>,
    /// How long events of devices are kept at most; None for as long as their project says.
    pub event_retention: Option<time::Duration>,
    /// How often a device's login and password may be guessed at. Not from the environment.
    pub remote_login_limits: LoginLimits,
    /// How often a device that speaks HTTP may be wrong in its login. Not from the environment.
    pub http_login_limits: HttpLoginLimits,
    /// How often a device that speaks HTTP may push events and ask. Not from the environment.
    pub http_call_limits: HttpCallLimits,
    /// Ports at which a search asks an address what it is. Not from the environment.
    pub search_ports: [u16; 2],
    /// How long after a connection the broker may take to report the devices that are online. Not from the environment.
    pub presence_timeout: Duration,
    /// Rows of a sheet of events: fewer than it has room for. Not from the environment.
    pub max_sheet_rows: i64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            installation: "vestibule".into(),
            manages_broker_users: true,
            broker_url: None,
            workers: 32,
            restart: None,
            event_retention: None,
            remote_login_limits: LoginLimits::default(),
            http_login_limits: HttpLoginLimits::default(),
            http_call_limits: HttpCallLimits::default(),
            search_ports: [80, 443],
            presence_timeout: Duration::from_secs(60),
            max_sheet_rows: 1_000_000,
        }
    }
}

impl Config {
    pub fn from_env() -> anyhow::Result<Config> {
        let Variables { mqtt_installation, mqtt_users, device_mqtt_url, broker_restart, device_workers, event_retention_days } =
            variables::from_env()?;
        Ok(Config {
            installation: mqtt_installation,
            manages_broker_users: mqtt_users == "dynsec",
            broker_url: device_mqtt_url,
            workers: device_workers,
            restart: broker_restart,
            event_retention: event_retention_days.map(time::Duration::days),
            ..Config::default()
        })
    }
}

fn installation(text: &str) -> anyhow::Result<String> {
    let is_word = text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    anyhow::ensure!(is_word, "expected up to 64 letters, digits, dashes and underscores");
    Ok(text.into())
}
