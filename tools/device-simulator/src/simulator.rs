//! All devices of a process.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use device_protocol::Serial;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::credentials::Credentials;
use crate::device::{Device, Setup};
use crate::link::{self, LinkSettings};
use crate::web;

/// The set of devices; cheap to clone.
#[derive(Clone)]
pub struct Simulator {
    devices: Arc<BTreeMap<Serial, Arc<Device>>>,
}

impl Simulator {
    /// Loads every device's memory.
    pub fn open(credentials: &[Credentials], setup: &Setup) -> anyhow::Result<Self> {
        let mut devices = BTreeMap::new();
        for entry in credentials {
            let device = Arc::new(Device::open(entry, setup)?);
            if devices.insert(entry.serial.clone(), device).is_some() {
                bail!("the serial number {} occurs twice", entry.serial);
            }
        }
        Ok(Self { devices: Arc::new(devices) })
    }

    pub fn get(&self, serial: &str) -> Option<&Arc<Device>> {
        self.devices.get(&Serial::new(serial).ok()?)
    }

    /// In the order of their serial numbers.
    pub fn devices(&self) -> impl Iterator<Item = &Arc<Device>> {
        self.devices.values()
    }

    pub fn len(&self) -> usize {
        self.devices.len()
    }

    pub fn is_empty(&self) -> bool {
        self.devices.is_empty()
    }

    /// Connects the devices, `per_second` of them a second, and keeps them connected until
    /// shutdown.
    pub async fn run(&self, settings: LinkSettings, per_second: u32, shutdown: CancellationToken) {
        let pause = Duration::from_secs(1) / per_second.max(1);
        let mut links = JoinSet::new();
        for device in self.devices() {
            links.spawn(link::run(Arc::clone(device), settings.clone(), shutdown.clone()));
            if let Some(port) = device.port {
                let (device, shutdown) = (Arc::clone(device), shutdown.clone());
                links.spawn(async move {
                    if let Err(error) = web::serve(device, SocketAddr::from(([127, 0, 0, 1], port)), shutdown).await {
                        tracing::error!(error = format!("{error:#}"), "a device has no HTTP interface");
                    }
                });
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = shutdown.cancelled() => break,
            }
        }
        while links.join_next().await.is_some() {}
    }
}
