//! A panel that speaks HTTP: the simulator's, with an HTTP interface of its own. What it calls, tests call in its place.
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use device_protocol::Serial;
use device_simulator::credentials::Credentials;
use device_simulator::device::{Device as SimulatedDevice, PAGE_LOGIN, PAGE_PASSWORD, Setup};
use device_simulator::web;
use jiff::tz::TimeZone;
use proto::vestibule::device::v1::*;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::site::{PASSWORD, ROOT, Site, a_panel};

pub struct HttpPanel {
    pub device: Arc<SimulatedDevice>,
    pub address: SocketAddr,
    _folder: TempDir,
    _stop: tokio_util::sync::DropGuard,
}

impl HttpPanel {
    /// Serves at an address of its own.
    pub async fn serve(serial: &str) -> HttpPanel {
        Self::serve_at(serial, "127.0.0.1:0".parse().unwrap()).await
    }

    pub async fn serve_at(serial: &str, address: SocketAddr) -> HttpPanel {
        let folder = tempfile::tempdir().unwrap();
        let device = Arc::new(SimulatedDevice::open(&credentials(serial), &setup(folder.path())).unwrap());
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let (served, token) = (device.clone(), stop.clone());
        tokio::spawn(async move { web::serve_on(served, listener, token).await });
        HttpPanel { device, address, _folder: folder, _stop: stop.drop_guard() }
    }

    pub fn cards(&self) -> usize {
        self.device.memory().identifiers.items().len()
    }

    /// So many calls were carried out.
    pub fn commands(&self) -> u64 {
        self.device.counters.commands.load(std::sync::atomic::Ordering::Relaxed)
    }
}

fn credentials(serial: &str) -> Credentials {
    Credentials {
        serial: Serial::new(serial).unwrap(),
        model: "AA-12".into(),
        password: PASSWORD.into(),
        protocol: Default::default(),
        port: None,
        name: "Front door".into(),
        zone: None,
        remote_check: false,
    }
}

fn setup(folder: &Path) -> Setup {
    Setup {
        state: folder.to_path_buf(),
        clock_offset: 0,
        zone: TimeZone::UTC,
        remote_check_timeout: Duration::from_secs(10),
        asks_about_unknown: false,
    }
}

/// A device of the protocol http at this address, with the login of the panel's page.
pub fn at(address: SocketAddr) -> Device {
    Device {
        protocol: Protocol::Http.into(),
        ip_address: Some(address.ip().to_string()),
        port: address.port().into(),
        login: Some(PAGE_LOGIN.into()),
        password: Some(PAGE_PASSWORD.into()),
        ..a_panel(ROOT)
    }
}

/// A device and its panel, which has not called yet.
pub async fn make(site: &Site) -> (Device, HttpPanel) {
    let device = a_panel(ROOT);
    let panel = HttpPanel::serve(&device.serial_number).await;
    let device = Device { serial_number: device.serial_number, ..at(panel.address) };
    (site.create(&site.admin(), device).await.unwrap(), panel)
}
