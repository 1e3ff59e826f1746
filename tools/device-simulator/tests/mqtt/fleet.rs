//! A load run.

use std::time::Duration;

use device_simulator::credentials::generate;
use device_simulator::device::Setup;
use device_simulator::fleet::{self, Load};
use device_simulator::link::{Broker as BrokerAddress, LinkSettings};
use device_simulator::simulator::Simulator;
use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::support::{Broker, Platform, Scratch, TEST_TIMEOUT};

#[tokio::test]
async fn a_fleet_generates_events_and_counts_the_answers() {
    let broker = Broker::start();
    let mut platform = Platform::connect(&broker).await;
    let state = Scratch::new();
    let setup = Setup {
        state: state.0.clone(),
        clock_offset: 0,
        zone: TimeZone::UTC,
        remote_check_timeout: Duration::from_secs(10),
        asks_about_unknown: false,
    };
    let simulator = Simulator::open(&generate(1, 20, &["AA-12".into(), "CR-02BD".into()]).unwrap(), &setup).unwrap();
    let settings = LinkSettings {
        broker: BrokerAddress::parse(&broker.url(), None).unwrap(),
        server: None,
        heartbeat: Duration::ZERO,
        answer_timeout: Duration::from_secs(3),
    };
    let running = simulator.clone();
    let _links = AbortOnDropHandle::new(tokio::spawn(async move { running.run(settings, 500, CancellationToken::new()).await }));
    let _server = AbortOnDropHandle::new(tokio::spawn(async move {
        loop {
            let push = platform.next_push().await;
            platform.store(&push, &push.ids()).await;
        }
    }));

    let load = Load { seed: 1, rate: 300, length: Duration::from_secs(1), timeout: TEST_TIMEOUT };
    let report = fleet::run(&simulator, &load).await;
    assert_eq!((report.devices, report.connected), (20, 20));
    assert_eq!((report.recorded, report.answered, report.refused), (300, 300, 0));
    let promised: usize = simulator.devices().map(|device| device.journal().ledger().view().promised.len()).sum();
    assert_eq!(promised, 300);
}
