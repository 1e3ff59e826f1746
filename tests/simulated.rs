//! A simulated device at the broker of a platform.
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use device_protocol::Serial;
use device_simulator::credentials::Credentials;
use device_simulator::device::{Device, Setup};
use device_simulator::link::{self, Broker, LinkSettings};
use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;

use crate::Platform;

/// Of simulated devices at the broker.
pub const DEVICE_PASSWORD: &str = "a-devices-own-password";
/// Until something reaches a device, or comes back from it.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Connects until `stop`; what it holds lies in the folder `state`.
pub fn simulate(platform: &Platform, serial: &str, model: &str, state: &Path, stop: &CancellationToken) -> Arc<Device> {
    let setup = Setup {
        state: state.to_path_buf(),
        clock_offset: 0,
        zone: TimeZone::UTC,
        remote_check_timeout: Duration::from_secs(10),
        asks_about_unknown: false,
    };
    let credentials = Credentials {
        serial: Serial::new(serial).expect("a serial number"),
        protocol: Default::default(),
        port: None,
        model: model.into(),
        password: DEVICE_PASSWORD.into(),
        name: model.into(),
        zone: None,
        remote_check: false,
    };
    let device = Arc::new(Device::open(&credentials, &setup).expect("a device"));
    let settings = LinkSettings {
        broker: Broker::parse(&platform.settings().mqtt_url, None).expect("the broker"),
        server: None,
        heartbeat: Duration::ZERO,
        answer_timeout: Duration::from_secs(3),
    };
    tokio::spawn(link::run(device.clone(), settings, stop.clone()));
    device
}

/// Waits until the condition holds.
pub async fn until(condition: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, waiting).await.expect("in vain");
}
