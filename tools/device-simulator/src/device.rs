//! One device, and what its parts share: the link to the broker, the commands, the door and the
//! control interface all hold the same [`Device`].

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use anyhow::Context;
use device_protocol::lift::{Destination, LandingCall};
use device_protocol::management::{ManagementProtocol, ManagementServer};
use device_protocol::remote::RemoteAnswer;
use device_protocol::{Event, EventCode, EventInfo, Model, Serial, model};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use tokio::sync::{Notify, oneshot, watch};
use uuid::Uuid;

use crate::clock::DeviceClock;
use crate::credentials::Credentials;
use crate::faults::Faults;
use crate::journal::{EventDraft, Journal, JournalError};
use crate::link::Broker;
use crate::sip::Line;
use crate::sounds::Sounds;
use crate::state::Memory;
use crate::state::identifiers::Room;
use crate::store::Folder;

/// The firmware that the simulated devices claim to have.
pub const FIRMWARE: &str = "1.0.0-simulated";
/// Factory credentials of the web page of every simulated device.
pub const PAGE_LOGIN: &str = "admin";
pub const PAGE_PASSWORD: &str = "123456";

pub struct Device {
    pub serial: Serial,
    pub name: String,
    pub model: Model,
    /// Of its own HTTP interface.
    pub port: Option<u16>,
    pub clock: DeviceClock,
    pub counters: Counters,
    /// Notified when there is a new event or a new answer.
    pub events_changed: Notify,
    /// Connected to the broker and subscribed, or logged in at the server.
    pub connected: watch::Sender<bool>,
    /// Whether the device should be connected, and which connection this is: a new number makes
    /// the link start over, as a reboot does.
    pub wanted: watch::Sender<DesiredConnection>,
    /// Remote checks that wait for the server's answer, by envelope id.
    pub remote_checks: Mutex<HashMap<Uuid, oneshot::Sender<RemoteAnswer>>>,
    pub remote_check_timeout: Duration,
    pub asks_about_unknown: bool,
    pub line: Line,
    remote_check: AtomicBool,
    /// As it left the factory: the password at the server, and what it speaks.
    factory: (String, ManagementProtocol),
    /// Where it reported to before, until the server of now has been reached.
    former_server: Mutex<Option<FormerServer>>,
    outbox: Mutex<Option<crate::link::Outbox>>,
    http: Mutex<Option<crate::link::HttpSession>>,
    memory: Mutex<Memory>,
    journal: Mutex<Journal>,
    faults: Mutex<Faults>,
    lift: Mutex<LiftOrders>,
    /// Shared with the downloads of sounds.
    pub sounds: Arc<Mutex<Sounds>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DesiredConnection {
    pub online: bool,
    pub connection: u64,
}

/// Absent inside: what the factory has set.
#[derive(Debug, Clone)]
struct FormerServer(Option<ManagementServer>);

/// What happened so far, since the process began.
#[derive(Debug, Default, Serialize)]
pub struct Counters {
    pub connections: AtomicU64,
    pub commands: AtomicU64,
    /// Messages of the server that made no sense.
    pub garbage_received: AtomicU64,
    /// Commands dropped because too many were waiting.
    pub commands_dropped: AtomicU64,
    pub pushes: AtomicU64,
    /// Pushes that went unanswered, or were answered with less than all.
    pub pushes_repeated: AtomicU64,
    pub events_promised: AtomicU64,
    /// Events that did not come about because the event memory was full.
    pub events_refused: AtomicU64,
    pub locks_opened: AtomicU64,
}

/// An answer is on its way by then.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// Orders of each kind that are remembered.
const MAX_LIFT_ORDERS: usize = 100;

/// What a lift controller has carried out, the newest last.
#[derive(Debug, Default, Serialize)]
pub struct LiftOrders {
    pub released: VecDeque<Destination>,
    pub called: VecDeque<LandingCall>,
}

impl LiftOrders {
    pub fn release(&mut self, destination: Destination) {
        remember(&mut self.released, destination);
    }

    pub fn call(&mut self, call: LandingCall) {
        remember(&mut self.called, call);
    }
}

fn remember<T>(orders: &mut VecDeque<T>, order: T) {
    if orders.len() == MAX_LIFT_ORDERS {
        orders.pop_front();
    }
    orders.push_back(order);
}

impl Counters {
    pub fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

/// How the devices of a process are set up.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Holds one folder a device.
    pub state: std::path::PathBuf,
    pub clock_offset: i64,
    pub zone: TimeZone,
    /// How long a remote check waits for the server.
    pub remote_check_timeout: Duration,
    /// Whether the server is asked about what a device does not hold.
    pub asks_about_unknown: bool,
}

impl Device {
    /// Loads the device's memory, or begins with an empty one.
    pub fn open(credentials: &Credentials, setup: &Setup) -> anyhow::Result<Self> {
        let model = model::find(&credentials.model).with_context(|| format!("unknown model {}", credentials.model))?;
        let zone = match &credentials.zone {
            Some(name) => TimeZone::get(name).with_context(|| format!("unknown zone {name}"))?,
            None => setup.zone.clone(),
        };
        let folder = Folder::open(setup.state.join(credentials.serial.as_str()))?;
        let memory = Memory::load(folder.clone())?;
        let clock = DeviceClock::new(setup.clock_offset, zone);
        clock.set_zone(memory.settings.clock.as_ref().and_then(crate::zone::zone));
        Ok(Self {
            serial: credentials.serial.clone(),
            name: credentials.name.clone(),
            factory: (credentials.password.clone(), credentials.protocol),
            port: credentials.port,
            model,
            clock,
            counters: Counters::default(),
            events_changed: Notify::new(),
            connected: watch::Sender::new(false),
            wanted: watch::Sender::new(DesiredConnection { online: true, connection: 0 }),
            remote_checks: Mutex::default(),
            remote_check_timeout: setup.remote_check_timeout,
            asks_about_unknown: setup.asks_about_unknown,
            line: Line::default(),
            remote_check: AtomicBool::new(credentials.remote_check),
            former_server: Mutex::new(None),
            outbox: Mutex::default(),
            http: Mutex::default(),
            journal: Mutex::new(Journal::open(&folder)?),
            memory: Mutex::new(memory),
            faults: Mutex::default(),
            lift: Mutex::default(),
            sounds: Arc::default(),
        })
    }

    pub fn memory(&self) -> MutexGuard<'_, Memory> {
        lock(&self.memory)
    }

    pub fn journal(&self) -> MutexGuard<'_, Journal> {
        lock(&self.journal)
    }

    pub fn faults(&self) -> MutexGuard<'_, Faults> {
        lock(&self.faults)
    }

    /// The sound of an emergency alert.
    pub fn sounds(&self) -> MutexGuard<'_, Sounds> {
        lock(&self.sounds)
    }

    /// Commands that a lift controller has received.
    pub fn lift(&self) -> MutexGuard<'_, LiftOrders> {
        lock(&self.lift)
    }

    /// Capacity of the memory: that of the model, or less through a fault.
    pub fn room(&self) -> Room {
        let model = self.model.capability;
        let identifiers = self.faults().full_memory.unwrap_or(model.max_identifiers as usize);
        Room { identifiers: identifiers.min(model.max_identifiers as usize), faces: model.max_faces as usize }
    }

    /// Records an event and wakes the sending of it.
    pub fn record(&self, at: Timestamp, code: EventCode, info: EventInfo) -> Result<Event, JournalError> {
        let recorded = self.journal().record(EventDraft { at, code, info });
        match &recorded {
            Ok(_) => self.events_changed.notify_one(),
            Err(error) => {
                Counters::count(&self.counters.events_refused);
                tracing::warn!(serial = %self.serial, %error, "an event was not recorded");
            }
        }
        recorded
    }

    /// Records an event of now without an identifier.
    pub fn record_now(&self, code: EventCode, info: EventInfo) -> Result<Event, JournalError> {
        self.record(self.clock.now(), code, info)
    }

    pub fn is_connected(&self) -> bool {
        *self.connected.borrow()
    }

    pub fn go(&self, online: bool) {
        self.wanted.send_if_modified(|wanted| {
            let changed = wanted.online != online;
            wanted.online = online;
            changed
        });
    }

    /// Drops the connection and makes a new one, unless the device is to be offline.
    pub fn reconnect(&self) {
        self.wanted.send_modify(|wanted| wanted.connection += 1);
    }

    /// Drops the connection when the current answer has been sent: the device reports to another server from then on.
    pub fn reconnect_soon(&self) {
        let wanted = self.wanted.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(RECONNECT_PAUSE).await;
                wanted.send_modify(|wanted| wanted.connection += 1);
            });
        }
    }

    /// Reboots: logs it and reconnects. Memory and clock stay.
    pub fn reboot(&self) {
        let _ = self.record_now(EventCode::DeviceBooted, EventInfo::default());
        self.reconnect();
    }

    /// Whether the server is asked about everything.
    pub fn asks_server(&self) -> bool {
        self.remote_check.load(Ordering::Relaxed)
    }

    pub fn set_remote_check(&self, enabled: bool) {
        self.remote_check.store(enabled, Ordering::Relaxed);
    }

    /// The password at the server: the one that the server has set, or that of the factory.
    pub fn password(&self) -> String {
        let memory = self.memory();
        let set = memory.settings.management.as_ref().map(|server| server.settings.password.clone());
        set.filter(|password| !password.is_empty()).unwrap_or_else(|| self.factory.0.clone())
    }

    /// Where it reports to over HTTP: the address that the server has set, else `factory`. None for a device that speaks MQTT.
    pub fn server(&self, factory: Option<&str>) -> Option<String> {
        let memory = self.memory();
        match memory.settings.management.as_ref().filter(|server| server.is_enabled) {
            Some(server) if server.protocol == ManagementProtocol::Http => Some(server.settings.url.trim_end_matches('/').to_owned()),
            Some(_) => None,
            None => factory.filter(|_| self.factory.1 == ManagementProtocol::Http).map(|url| url.trim_end_matches('/').to_owned()),
        }
    }

    /// The broker that the server has named, with a certificate for it; else the one of the process.
    pub fn broker(&self, of_process: &Broker) -> Broker {
        let memory = self.memory();
        let named = memory.settings.management.as_ref().filter(|server| server.is_enabled && server.protocol == ManagementProtocol::Mqtt);
        let Some((server, certificate)) = named.and_then(|server| Some((server, server.settings.certificate.as_ref()?))) else {
            return of_process.clone();
        };
        Broker::with_certificate(&server.settings.url, certificate).unwrap_or_else(|error| {
            tracing::warn!(serial = %self.serial, error = format!("{error:#}"), "the broker that the server names is none");
            of_process.clone()
        })
    }

    /// It is to report to another server: the one before is remembered.
    pub fn set_former_server(&self, server: Option<ManagementServer>) {
        *lock(&self.former_server) = Some(FormerServer(server));
    }

    /// The server of now was reached.
    pub fn forget_former_server(&self) {
        *lock(&self.former_server) = None;
    }

    pub fn has_former_server(&self) -> bool {
        lock(&self.former_server).is_some()
    }

    /// The server of now was not reached: it reports to the one before again.
    pub fn return_to_former_server(&self) {
        let Some(FormerServer(server)) = lock(&self.former_server).take() else { return };
        tracing::info!(serial = %self.serial, "the new server is not reached: back to the one before");
        let mut memory = self.memory();
        memory.settings.management = server;
        if let Err(error) = memory.save_settings() {
            tracing::warn!(serial = %self.serial, error = format!("{error:#}"), "the settings were not stored");
        }
        drop(memory);
        self.reconnect();
    }

    /// The session at the server over HTTP, while there is one.
    pub fn http(&self) -> Option<crate::link::HttpSession> {
        lock(&self.http).clone()
    }

    pub fn set_http(&self, session: Option<crate::link::HttpSession>) {
        *lock(&self.http) = session;
    }

    /// The way to the broker, while there is a connection.
    pub fn outbox(&self) -> Option<crate::link::Outbox> {
        lock(&self.outbox).clone()
    }

    pub fn set_outbox(&self, outbox: Option<crate::link::Outbox>) {
        *lock(&self.outbox) = outbox;
    }
}

/// A poisoned lock means that another task of this device panicked; its data is consistent, since
/// every change is made in one step.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
