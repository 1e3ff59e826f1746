//! One running telephone: a baresip of its own, from its start to its end.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use device_protocol::model::DeviceType;
use device_protocol::sip::{SipSettings, SipTransport};
use device_protocol::{EventCode, EventInfo};
use tokio::net::lookup_host;
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::account::{Account, Answer};
use super::client::Client;
use super::config::{self, PhoneConfig};
use super::hearing::{Hearing, POLL_INTERVAL};
use super::line::{CallState, Happening, Job, Order, OrderError, Registration, Telephone};
use super::relay::Relay;
use crate::device::{Counters, Device};
use crate::random::index_of;

/// Orders that may wait.
const ORDERS: usize = 8;
/// Whoever talks longer is cut off: what is heard is written to a file.
const MAX_CALL_DURATION: Duration = Duration::from_secs(3600);
/// How long baresip may take to say goodbye to the edge.
const GOODBYE_TIMEOUT: Duration = Duration::from_secs(2);
const OWN_LOCK: u8 = 1;

/// The ports of one telephone.
#[derive(Debug, Clone, Copy)]
pub struct Ports {
    pub control: u16,
    /// First and last.
    pub media: (u16, u16),
}

pub struct Phone<'a> {
    device: &'a Device,
    hearing: Arc<Hearing>,
    tone: u32,
    is_sos: Option<Arc<AtomicBool>>,
    client: Client,
    child: Child,
    relay: Option<AbortOnDropHandle<std::io::Result<()>>>,
    talks_since: Option<Instant>,
}

impl<'a> Phone<'a> {
    /// Starts baresip and gives it the account, which is never written to the disk.
    pub async fn start(device: &'a Device, settings: &SipSettings, folder: &Path, ports: Ports) -> anyhow::Result<Self> {
        let account = Account::from_settings(settings)?;
        let edge = resolve(&account).await?;
        let hearing = Arc::new(Hearing::new(folder.join("heard")).context("making the folder of what is heard")?);
        let tone = config::tone_of(index_of(device.serial.as_str()));
        let heard = PhoneConfig { heard: hearing.folder(), control_port: ports.control, media: ports.media, loopback: edge.ip().is_loopback(), tone };
        tokio::fs::write(folder.join("config"), config::text(&heard)).await?;
        tokio::fs::write(folder.join("accounts"), "").await?;
        let (next, is_sos, relay) = way_to(edge, account.transport).await?;
        let child = spawn(folder)?;
        let mut client = Client::connect(ports.control).await?;
        let answer = if device.model.device_type == DeviceType::Monitor { Answer::BySomebody } else { Answer::ByItself };
        device.line.state().set(Registration::Registering, None);
        client.command("uanew", &account.line(&next, answer)).await?;
        Ok(Self { device, hearing, tone, is_sos, client, child, relay, talks_since: None })
    }

    /// Serves the telephone until it fails; to be dropped when it is not wanted any more, after [`Phone::stop`].
    pub async fn serve(&mut self) -> anyhow::Result<()> {
        let (orders, mut jobs) = mpsc::channel(ORDERS);
        self.device.line.connect(Some(Telephone { orders, hearing: Arc::clone(&self.hearing), says: self.tone }));
        let mut ticks = interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                event = self.client.event() => {
                    let happening = self.device.line.state().apply(&event?);
                    self.follow(happening);
                }
                Some(job) = jobs.recv() => self.work(job).await,
                _ = ticks.tick() => self.tick().await?,
                ended = self.child.wait() => bail!("baresip ended: {}", ended?),
                ended = relay_end(&mut self.relay) => bail!("the way to the edge ended: {ended:?}"),
            }
        }
    }

    /// Lets baresip unregister, and ends it.
    pub async fn stop(mut self) {
        self.device.line.connect(None);
        let goodbye = async {
            let _ = self.client.command("quit", "").await;
            let _ = self.child.wait().await;
        };
        let _ = timeout(GOODBYE_TIMEOUT, goodbye).await;
        let _ = self.child.kill().await;
    }

    /// What stays the same as long as a call does is noted once.
    fn follow(&mut self, happening: Option<Happening>) {
        let state = self.device.line.state().call().map(|call| call.state);
        match state {
            Some(CallState::Established) if self.talks_since.is_none() => self.talks_since = Some(Instant::now()),
            Some(_) => {}
            None => self.talks_since = None,
        }
        if let Some(happening) = happening {
            if matches!(happening, Happening::IsCalled(_)) && self.talks_since.is_none() {
                self.hearing.forget();
            }
            record(self.device, happening);
        }
    }

    async fn work(&mut self, Job { order, reply }: Job) {
        let outcome = match order {
            Order::Dial { number, sos } => self.dial(&number, sos).await,
            Order::HangUp => self.hang_up().await,
            Order::Answer => self.answer().await,
        };
        // The caller may have given up.
        let _ = reply.send(outcome);
    }

    async fn dial(&mut self, number: &str, sos: bool) -> Result<(), OrderError> {
        if self.device.line.state().call().is_some() {
            return Err(OrderError::NotNow("the device is in a call"));
        }
        match &self.is_sos {
            Some(is_sos) => is_sos.store(sos, Ordering::Relaxed),
            None if sos => return Err(OrderError::NotNow("an SOS call needs the transport udp")),
            None => {}
        }
        self.hearing.forget();
        let happening = self.device.line.state().begin(number, sos);
        self.follow(Some(happening));
        let dialled = self.client.command("dial", number).await;
        if let Err(error) = &dialled {
            let missed = self.device.line.state().end(&error.to_string());
            self.follow(missed);
        }
        dialled.map(drop).map_err(failed)
    }

    async fn hang_up(&mut self) -> Result<(), OrderError> {
        if self.device.line.state().call().is_none() {
            return Err(OrderError::NotNow("there is no call"));
        }
        self.client.command("hangup", "").await.map(drop).map_err(failed)
    }

    async fn answer(&mut self) -> Result<(), OrderError> {
        let rings = self.device.line.state().call().is_some_and(|call| call.state == CallState::Ringing);
        if !rings {
            return Err(OrderError::NotNow("nobody is calling"));
        }
        self.client.command("accept", "").await.map(drop).map_err(failed)
    }

    async fn tick(&mut self) -> anyhow::Result<()> {
        let Some(since) = self.talks_since else { return Ok(()) };
        self.hearing.tick();
        if since.elapsed() > MAX_CALL_DURATION {
            self.talks_since = None;
            self.client.command("hangup", "").await?;
        }
        Ok(())
    }
}

fn failed(error: anyhow::Error) -> OrderError {
    OrderError::Failed(error.to_string())
}

async fn resolve(account: &Account) -> anyhow::Result<SocketAddr> {
    let (host, port) = (account.host.trim_matches(['[', ']']), account.port);
    let mut found = lookup_host((host, port)).await.with_context(|| format!("looking up {host}"))?;
    found.next().with_context(|| format!("{host} has no address"))
}

type Way = (String, Option<Arc<AtomicBool>>, Option<AbortOnDropHandle<std::io::Result<()>>>);

/// Over UDP through a relay, else straight.
async fn way_to(edge: SocketAddr, transport: SipTransport) -> anyhow::Result<Way> {
    if transport != SipTransport::Udp {
        return Ok((edge.to_string(), None, None));
    }
    let relay = Relay::bind(edge).await.context("opening the way to the edge")?;
    let (next, is_sos) = (relay.address()?.to_string(), Arc::clone(&relay.is_sos));
    Ok((next, Some(is_sos), Some(AbortOnDropHandle::new(tokio::spawn(relay.run())))))
}

/// The kernel ends baresip when the simulator dies, whatever it dies of.
fn spawn(folder: &Path) -> anyhow::Result<Child> {
    let log = File::create(log_of(folder)).context("opening baresip's log")?;
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "--", "baresip", "-f"]).arg(folder).current_dir(folder);
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
    command.spawn().context("starting baresip")
}

fn log_of(folder: &Path) -> PathBuf {
    folder.join("baresip.log")
}

async fn relay_end(relay: &mut Option<AbortOnDropHandle<std::io::Result<()>>>) -> String {
    match relay {
        Some(relay) => format!("{:?}", relay.await),
        None => std::future::pending().await,
    }
}

fn record(device: &Device, happening: Happening) {
    let with = |number: String| EventInfo { number: Some(number), ..EventInfo::default() };
    let (code, info) = match happening {
        Happening::Calls(number) => (EventCode::OutgoingCall, with(number)),
        Happening::IsCalled(number) => (EventCode::IncomingCall, with(number)),
        Happening::Missed(number) => (EventCode::OutgoingCallMissed, with(number)),
        Happening::LostRegistration => (EventCode::SipRegistrationLost, EventInfo::default()),
        Happening::OpensDoor(_) if !device.model.capability.has_lock(OWN_LOCK) => return,
        Happening::OpensDoor(number) => {
            Counters::count(&device.counters.locks_opened);
            (EventCode::AccessGrantedByCallHost, EventInfo { lock: Some(OWN_LOCK), ..with(number) })
        }
    };
    // `record` logs and counts a full event memory.
    let _ = device.record_now(code, info);
}
