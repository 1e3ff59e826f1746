//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Parser, Subcommand, ValueEnum};
use device_protocol::IdentifierType;
use jiff::tz::TimeZone;

use crate::credentials::{self, Credentials};
use crate::device::Setup;
use crate::link::{Broker, LinkSettings};
use crate::sip::{Exchange, PortRange};

#[derive(Debug, Parser)]
#[command(name = "device-simulator", about = "Plays door panels over MQTT and HTTP", version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays devices until it is stopped, with a local page to play with them
    Run(RunArgs),
    /// Holds a card (or a code, a QR code, ...) to a simulated reader; exit code 0 granted, 1 denied
    Present(PresentArgs),
    /// A load run: events at a steady rate, and a report as JSON
    Fleet(FleetArgs),
    /// Prints the credentials of the devices that a seed makes, as JSON
    Credentials(WhichArgs),
}

#[derive(Debug, Args)]
pub struct WhichArgs {
    /// A JSON file of credentials, [{serial, model, password, name}]; instead of a made-up set
    #[arg(long)]
    pub credentials: Option<PathBuf>,
    /// How many devices to make up
    #[arg(long, default_value_t = 1)]
    pub devices: usize,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Models of the made-up devices, in turn
    #[arg(long, value_delimiter = ',', default_value = "AA-12,AA-07")]
    pub models: Vec<String>,
}

#[derive(Debug, Args)]
pub struct DeviceArgs {
    /// mqtt://host:port, or mqtts://host:port with --ca
    #[arg(long)]
    pub broker: String,
    /// http://host:port of the server, for devices that speak HTTP
    #[arg(long)]
    pub server: Option<String>,
    /// Certificate (PEM) of the authority that signed the broker's
    #[arg(long)]
    pub ca: Option<PathBuf>,
    #[command(flatten)]
    pub which: WhichArgs,
    /// Folder of the devices' memories
    #[arg(long)]
    pub state: PathBuf,
    /// Address of the control interface and page; it has no login, so only loopback is allowed
    #[arg(long)]
    pub http: Option<SocketAddr>,
    /// Seconds by which the devices' clocks are ahead
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub clock_offset: i64,
    /// IANA zone of the devices' clocks
    #[arg(long, default_value = "UTC")]
    pub zone: String,
    /// Devices connected a second, at the start
    #[arg(long, default_value_t = 500)]
    pub connects_per_second: u32,
    /// Seconds that a push of events waits for its first answer
    #[arg(long, default_value_t = 3)]
    pub answer_timeout: u64,
    /// Seconds that a remote check waits for the server
    #[arg(long, default_value_t = 10)]
    pub remote_check_timeout: u64,
    /// Never ask the server before a decision, not even about identifiers that are not stored
    #[arg(long)]
    pub decide_alone: bool,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub devices: DeviceArgs,
    /// Seconds between two heartbeats; 0: none
    #[arg(long, default_value_t = 10)]
    pub heartbeat: u64,
    /// Real telephones for panels and monitors that have a SIP account; auto: where baresip is installed
    #[arg(long, value_enum, default_value_t = Sip::Auto)]
    pub sip: Sip,
    /// The most telephones at a time; each is a process
    #[arg(long, default_value_t = 4)]
    pub sip_phones: u16,
    /// Ports, one a telephone, by which it is controlled on loopback
    #[arg(long, default_value = "30480-30499")]
    pub sip_control_ports: PortRange,
    /// RTP ports of audio and video, divided among the telephones
    #[arg(long, default_value = "30000-30479")]
    pub sip_media_ports: PortRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sip {
    Auto,
    On,
    Off,
}

impl RunArgs {
    /// Options of the telephones; None without telephones.
    pub fn exchange(&self, is_installed: bool) -> anyhow::Result<Option<Exchange>> {
        match self.sip {
            Sip::Off => return Ok(None),
            Sip::Auto if !is_installed => return Ok(None),
            Sip::On if !is_installed => bail!("--sip on needs baresip and setpriv: apt-get install baresip-core baresip-ffmpeg"),
            Sip::Auto | Sip::On => {}
        }
        let state = std::path::absolute(&self.devices.state)?;
        Ok(Some(Exchange::new(self.sip_phones, self.sip_control_ports, self.sip_media_ports, state)?))
    }

    pub fn why_no_phones(&self) -> &'static str {
        if self.sip == Sip::Off { "--sip off" } else { "baresip is not installed (packages baresip-core and baresip-ffmpeg)" }
    }
}

#[derive(Debug, Args)]
pub struct FleetArgs {
    #[command(flatten)]
    pub devices: DeviceArgs,
    /// Events a second, over all devices
    #[arg(long, default_value_t = 1000)]
    pub rate: u32,
    /// Length of the run
    #[arg(long, default_value_t = 10)]
    pub seconds: u64,
    /// Seconds to wait for connections before it, and for answers after it
    #[arg(long, default_value_t = 60)]
    pub timeout: u64,
    /// Seconds between two heartbeats; 0: none
    #[arg(long, default_value_t = 0)]
    pub heartbeat: u64,
}

#[derive(Debug, Args)]
pub struct PresentArgs {
    /// The control interface of a running simulator
    #[arg(long, default_value = "http://127.0.0.1:18090")]
    pub http: String,
    /// Serial number of the device
    pub serial: String,
    #[command(flatten)]
    pub what: WhatArgs,
    /// The lock of the reader
    #[arg(long, default_value_t = 1)]
    pub lock: u8,
    /// Another instant than now, RFC 3339
    #[arg(long)]
    pub at: Option<String>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct WhatArgs {
    /// Decimal (0013961168) or hexadecimal (00-D5-07-D0)
    #[arg(long)]
    card: Option<String>,
    #[arg(long)]
    ukey: Option<String>,
    #[arg(long)]
    code: Option<String>,
    #[arg(long)]
    qr: Option<String>,
    #[arg(long)]
    plate: Option<String>,
    #[arg(long)]
    face: Option<String>,
}

impl WhatArgs {
    /// The option that was given; clap accepts exactly one.
    pub fn presented(&self) -> anyhow::Result<(IdentifierType, String)> {
        let given = [
            (IdentifierType::Card, &self.card),
            (IdentifierType::Ukey, &self.ukey),
            (IdentifierType::InputCode, &self.code),
            (IdentifierType::Qr, &self.qr),
            (IdentifierType::LicensePlate, &self.plate),
            (IdentifierType::FaceId, &self.face),
        ];
        let found = given.into_iter().find_map(|(kind, number)| Some((kind, number.clone()?)));
        found.context("nothing to present")
    }
}

impl WhichArgs {
    pub fn load(&self) -> anyhow::Result<Vec<Credentials>> {
        match &self.credentials {
            Some(path) => credentials::read(path),
            None => credentials::generate(self.seed, self.devices, &self.models),
        }
    }
}

impl DeviceArgs {
    pub fn setup(&self) -> anyhow::Result<Setup> {
        let zone = TimeZone::get(&self.zone).with_context(|| format!("unknown zone {}", self.zone))?;
        Ok(Setup {
            state: self.state.clone(),
            clock_offset: self.clock_offset,
            zone,
            remote_check_timeout: Duration::from_secs(self.remote_check_timeout),
            asks_about_unknown: !self.decide_alone,
        })
    }

    pub fn link(&self, heartbeat: u64) -> anyhow::Result<LinkSettings> {
        Ok(LinkSettings {
            broker: Broker::parse(&self.broker, self.ca.as_ref())?,
            server: self.server.clone(),
            heartbeat: Duration::from_secs(heartbeat),
            answer_timeout: Duration::from_secs(self.answer_timeout.max(1)),
        })
    }

    /// The control interface opens doors for whoever can reach it.
    pub fn control(&self) -> anyhow::Result<Option<SocketAddr>> {
        match self.http {
            Some(address) if !address.ip().is_loopback() => {
                bail!("--http {address} is no loopback address, and the control interface has no login")
            }
            address => Ok(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_card_is_presented_by_its_number() {
        let cli = Cli::try_parse_from(["device-simulator", "present", "b4d0c1", "--card", "0013961168"]).unwrap();
        let Command::Present(present) = cli.command else { panic!("present") };
        assert_eq!(present.what.presented().unwrap(), (IdentifierType::Card, "0013961168".to_owned()));
        assert_eq!(present.lock, 1);
    }

    #[test]
    fn exactly_one_thing_is_presented() {
        assert!(Cli::try_parse_from(["device-simulator", "present", "a"]).is_err());
        assert!(Cli::try_parse_from(["device-simulator", "present", "a", "--card", "1", "--qr", "2"]).is_err());
    }

    #[test]
    fn telephones_are_started_where_baresip_is_installed_unless_disabled() {
        let has = |sip: &str, is_installed| {
            let args = ["device-simulator", "run", "--broker", "mqtt://a", "--state", "x", "--sip", sip];
            let Command::Run(run) = Cli::try_parse_from(args).unwrap().command else { panic!("run") };
            run.exchange(is_installed).map(|exchange| exchange.is_some())
        };
        assert!(has("auto", true).unwrap() && !has("auto", false).unwrap());
        assert!(has("on", true).unwrap() && has("on", false).is_err());
        assert!(!has("off", true).unwrap());
    }

    #[test]
    fn the_control_interface_stays_on_this_machine() {
        let parse = |http| {
            let args = ["device-simulator", "run", "--broker", "mqtt://a", "--state", "x", "--http", http];
            let Command::Run(run) = Cli::try_parse_from(args).unwrap().command else { panic!("run") };
            run.devices.control().is_ok()
        };
        assert!(parse("127.0.0.1:0") && parse("[::1]:0"));
        assert!(!parse("0.0.0.0:80"));
    }
}
