//! One simulated device in this process.

use std::sync::Arc;
use std::time::Duration;

use device_protocol::{IdentifierType, Serial};
use device_simulator::credentials::Credentials;
use device_simulator::device::{Device, Setup};
use device_simulator::door::Presented;
use device_simulator::link::{self, Broker as BrokerAddress, LinkSettings};
use device_simulator::visit::{self, Visit};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{Broker, Scratch, TEST_TIMEOUT};

pub struct Panel {
    pub device: Arc<Device>,
    link: JoinHandle<()>,
}

impl Panel {
    /// Starts an AA-12 whose memory is in the folder, in Berlin, and waits until it is connected.
    pub async fn start(broker: &Broker, state: &Scratch) -> Self {
        Self::start_with(broker, state, Duration::from_secs(10)).await
    }

    /// The same with another timeout for remote checks.
    pub async fn start_with(broker: &Broker, state: &Scratch, remote_check_timeout: Duration) -> Self {
        Self::start_as(broker, state, remote_check_timeout, false).await
    }

    /// The same, and it asks about what it does not hold.
    pub async fn start_curious(broker: &Broker, state: &Scratch) -> Self {
        Self::start_as(broker, state, Duration::from_secs(10), true).await
    }

    async fn start_as(broker: &Broker, state: &Scratch, remote_check_timeout: Duration, asks_about_unknown: bool) -> Self {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let setup = Setup { state: state.0.clone(), clock_offset: 0, zone, remote_check_timeout, asks_about_unknown };
        let device = Arc::new(Device::open(&credentials(), &setup).unwrap());
        let settings = LinkSettings {
            broker: BrokerAddress::parse(&broker.url(), None).unwrap(),
            server: None,
            heartbeat: Duration::ZERO,
            // Short, so that tests of repetition are quick; nothing depends on how short.
            answer_timeout: Duration::from_millis(200),
        };
        let link = tokio::spawn(link::run(Arc::clone(&device), settings, CancellationToken::new()));
        let panel = Self { device, link };
        panel.connected(true).await;
        panel
    }

    pub fn serial(&self) -> Serial {
        self.device.serial.clone()
    }

    /// Waits until the device is (not) connected.
    pub async fn connected(&self, wanted: bool) {
        let mut connected = self.device.connected.subscribe();
        let wait = connected.wait_for(|connected| *connected == wanted);
        tokio::time::timeout(TEST_TIMEOUT, wait).await.expect("the device (dis)connected").unwrap();
    }

    /// Ends the device as a crash would: its tasks are dropped wherever they are.
    pub async fn kill(self) {
        self.link.abort();
        let _ = self.link.await;
    }

    pub async fn present_card(&self, number: &str) -> Visit {
        self.present(IdentifierType::Card, number, None).await
    }

    pub async fn present_card_at(&self, number: &str, at: &str) -> Visit {
        self.present(IdentifierType::Card, number, Some(at.parse().unwrap())).await
    }

    async fn present(&self, kind: IdentifierType, number: &str, at: Option<Timestamp>) -> Visit {
        let presented = Presented { kind, number: number.into(), lock: 1 };
        visit::present(&self.device, presented, at).await.unwrap()
    }
}

fn credentials() -> Credentials {
    Credentials {
        serial: Serial::new("b4d0c1").unwrap(),
        protocol: Default::default(),
        port: None,
        model: "AA-12".into(),
        password: "hush".into(),
        name: "Main entrance".into(),
        zone: None,
        remote_check: false,
    }
}
