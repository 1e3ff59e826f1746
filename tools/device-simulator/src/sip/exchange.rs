//! All telephones of a simulator: assigns them to devices, and runs each for as long as it is needed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use device_protocol::model::DeviceType;
use device_protocol::sip::SipSettings;
use rand::rngs::StdRng;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::line::Registration;
use super::phone::{Phone, Ports};
use crate::device::{Device, lock};
use crate::link::Backoff;
use crate::random::{generator, index_of};
use crate::simulator::Simulator;

/// Ports of sound and picture that one telephone needs at least.
const LEAST_MEDIA: u16 = 8;
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// `first-last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PortRange {
    pub first: u16,
    pub last: u16,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Refused {
    #[error("a range of ports is FIRST-LAST")]
    Range,
    #[error("{0} telephones need {0} ports of control and {1} of media")]
    TooFew(u16, u32),
}

impl FromStr for PortRange {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let (first, last) = text.split_once('-').ok_or(Refused::Range)?;
        let (first, last) = (first.parse().map_err(|_| Refused::Range)?, last.parse().map_err(|_| Refused::Range)?);
        if first == 0 || first > last { Err(Refused::Range) } else { Ok(Self { first, last }) }
    }
}

impl PortRange {
    fn len(self) -> u32 {
        u32::from(self.last) - u32::from(self.first) + 1
    }
}

/// Whether telephones can be made on this machine.
pub fn is_installed() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has = |program: &str| std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    has("baresip") && has("setpriv")
}

#[derive(Debug)]
pub struct Exchange {
    control: PortRange,
    media: PortRange,
    phones: u16,
    /// Holds a folder a device.
    state: PathBuf,
    permits: Arc<Semaphore>,
    free: Mutex<BTreeSet<u16>>,
}

/// A slot for one telephone, which determines its ports.
struct Place<'a> {
    exchange: &'a Exchange,
    index: u16,
    _permit: OwnedSemaphorePermit,
}

impl Exchange {
    pub fn new(phones: u16, control: PortRange, media: PortRange, state: PathBuf) -> Result<Self, Refused> {
        let needed = u32::from(phones) * u32::from(LEAST_MEDIA);
        if control.len() < u32::from(phones) || media.len() < needed {
            return Err(Refused::TooFew(phones, needed));
        }
        let permits = Arc::new(Semaphore::new(usize::from(phones)));
        Ok(Self { control, media, phones, state, permits, free: Mutex::new((0..phones).collect()) })
    }

    /// Keeps the telephones of all devices as they are wanted, until shutdown.
    pub async fn run(self, simulator: Simulator, shutdown: CancellationToken) {
        let exchange = Arc::new(self);
        let mut lines = JoinSet::new();
        for device in simulator.devices().filter(|device| has_phone(device)) {
            device.line.attach();
            let (exchange, device, shutdown) = (Arc::clone(&exchange), Arc::clone(device), shutdown.clone());
            lines.spawn(async move { exchange.keep(&device, &shutdown).await });
        }
        while lines.join_next().await.is_some() {}
    }

    /// Keeps one device's telephone as its settings want it.
    async fn keep(&self, device: &Device, shutdown: &CancellationToken) {
        let mut changed = device.line.changed.subscribe();
        let mut random: StdRng = generator(0, "telephone", index_of(device.serial.as_str()));
        let mut pause = Backoff::new(FIRST_PAUSE, MAX_PAUSE);
        while !shutdown.is_cancelled() {
            changed.borrow_and_update();
            let Some(settings) = wanted(device) else {
                device.line.state().set(Registration::Off, None);
                first(&mut changed, shutdown).await;
                continue;
            };
            let outcome = self.serve(device, &settings, &mut changed, shutdown).await;
            device.line.connect(None);
            device.line.state().end("the telephone was switched off");
            let Err(error) = outcome else {
                pause.reset();
                continue;
            };
            let reason = format!("{error:#}");
            tracing::warn!(serial = %device.serial, %reason, "the telephone does not work");
            device.line.state().set(Registration::Failed, Some(reason));
            let _ = tokio::time::timeout(pause.next(&mut random), first(&mut changed, shutdown)).await;
        }
        device.line.state().set(Registration::Off, None);
    }

    /// One telephone, until it fails or something else is wanted.
    async fn serve(
        &self,
        device: &Device,
        settings: &SipSettings,
        changed: &mut watch::Receiver<()>,
        shutdown: &CancellationToken,
    ) -> anyhow::Result<()> {
        let place = tokio::select! {
            place = self.place(device) => place?,
            () = first(changed, shutdown) => return Ok(()),
        };
        let ports = place.ports();
        // Another program on this port would be mistaken for baresip.
        drop(TcpListener::bind(("127.0.0.1", ports.control)).await.with_context(|| format!("port {} is taken", ports.control))?);
        let folder = self.state.join(device.serial.as_str()).join("sip");
        tokio::fs::create_dir_all(&folder).await?;
        let mut phone = tokio::select! {
            phone = Phone::start(device, settings, &folder, ports) => phone?,
            () = first(changed, shutdown) => return Ok(()),
        };
        tracing::info!(serial = %device.serial, account = ?settings, "telephone");
        let outcome = tokio::select! {
            outcome = phone.serve() => outcome,
            () = first(changed, shutdown) => Ok(()),
        };
        phone.stop().await;
        outcome
    }

    async fn place(&self, device: &Device) -> anyhow::Result<Place<'_>> {
        if self.permits.available_permits() == 0 {
            tracing::warn!(serial = %device.serial, phones = self.phones, "no telephone is free: --sip-phones has more");
            device.line.state().set(Registration::Waiting, None);
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await?;
        let index = lock(&self.free).pop_first().context("a permit without a place")?;
        Ok(Place { exchange: self, index, _permit: permit })
    }
}

impl Place<'_> {
    fn ports(&self) -> Ports {
        let Exchange { control, media, phones, .. } = self.exchange;
        // An even number each, since sound goes to even ports and its control to odd ones.
        let share = u16::try_from(media.len() / u32::from(*phones)).unwrap_or(u16::MAX) & !1;
        let from = media.first + self.index * share;
        Ports { control: control.first + self.index, media: (from, from + share - 1) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        lock(&self.exchange.free).insert(self.index);
    }
}

fn has_phone(device: &Device) -> bool {
    matches!(device.model.device_type, DeviceType::Panel | DeviceType::Monitor)
}

/// The account, when it is set and enabled.
fn wanted(device: &Device) -> Option<SipSettings> {
    let memory = device.memory();
    memory.settings.sip.clone().filter(|_| memory.settings.sip_enabled)
}

/// Until something else is wanted.
async fn first(changed: &mut watch::Receiver<()>, shutdown: &CancellationToken) {
    tokio::select! {
        _ = changed.changed() => {}
        () = shutdown.cancelled() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> PortRange {
        text.parse().unwrap()
    }

    #[test]
    fn a_range_of_ports_has_a_first_and_a_last() {
        assert_eq!(range("22000-22799"), PortRange { first: 22000, last: 22799 });
        for wrong in ["22000", "5-4", "0-9", "a-b", "1-70000"] {
            assert_eq!(wrong.parse::<PortRange>(), Err(Refused::Range), "{wrong}");
        }
    }

    #[tokio::test]
    async fn telephones_never_share_a_port() {
        let exchange = Exchange::new(4, range("18100-18103"), range("22000-22799"), PathBuf::new()).unwrap();
        let place = |index| Place { exchange: &exchange, index, _permit: Arc::clone(&exchange.permits).try_acquire_owned().unwrap() };
        let ports: Vec<Ports> = (0..4).map(|index| place(index).ports()).collect();
        for pair in ports.windows(2) {
            assert!(pair[0].control < pair[1].control && pair[0].media.1 < pair[1].media.0);
        }
        assert_eq!((ports[0].control, ports[3].control), (18100, 18103));
        assert!(ports[3].media.1 <= 22799);
    }

    #[test]
    fn too_few_ports_are_refused() {
        let refused = Exchange::new(4, range("18100-18102"), range("22000-22799"), PathBuf::new()).unwrap_err();
        assert_eq!(refused, Refused::TooFew(4, 32));
        assert!(Exchange::new(4, range("18100-18103"), range("22000-22030"), PathBuf::new()).is_err());
    }
}
