//! The platform under test: its processes, the simulated panels, the network between them, and the servers.
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e_harness::wait::until;
use e2e_harness::{ApiClient, Environment, ManagedProcess, databases, site as test_site};

use crate::fleet::Fleet;
use crate::queues::Queues;
use crate::servers::{Server, Servers};
use crate::simulator::Simulator;
use crate::site::{self, Site};
use crate::wire::Wire;

/// Begins the names of the databases.
const PREFIX: &str = "faults";
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Seconds between two heartbeats of a panel.
const HEARTBEAT: &str = "5";
/// Where the panels are that speak HTTP.
pub const PANEL_NETWORK: &str = "127.0.0.0/8";
/// From the first port of the tool on: those of the panels that speak HTTP. They lie beyond the blocks of every set of servers, which end at
/// 30,000, and below the ports that the kernel gives away.
const PANEL_PORTS: u16 = 5000;
/// The services of the first process, as device-gateway's peers.
const PEERS: [&str; 7] = ["IDENTITY", "DOMAINS", "ACCESS", "TELEPHONY", "LICENSING", "AMENITIES", "NOTIFICATIONS"];

pub struct World {
    pub environment: Environment,
    pub servers: Servers,
    pub queues: Queues,
    pub wire: Wire,
    /// Every service but device-gateway.
    pub platform: ManagedProcess,
    /// device-gateway.
    pub gateway: ManagedProcess,
    panels: ManagedProcess,
    /// Replaces the two processes in a rolling restart.
    fleet: Option<Fleet>,
    ports: u16,
    /// The administrator of the demonstration site.
    pub login: String,
    pub password: String,
    pub simulator: Simulator,
    pub site: Site,
    /// Processes that ended by themselves, and were started again as an orchestrator would.
    pub fallen: Vec<String>,
}

impl World {
    /// From empty databases to a site whose panels are all connected.
    pub async fn start(seed: u64, panels: usize, ports: u16) -> Result<Self> {
        let environment = Environment::read(PREFIX)?;
        let servers = Servers::find(environment.folder.clone())?;
        let ours = Server::ALL.iter().filter(|server| servers.is_ours(**server)).count();
        ensure!(ours > 0, "no server of this set was started by ./dev: there is nothing to kill");
        let queues = Queues::new(&environment);
        queues.remove().await?;
        databases::make(&environment).await?;
        let demonstration = test_site::demonstration(&environment).await?;

        let [wire, platform_port, gateway_port, control] = [ports, ports + 1, ports + 2, ports + 3];
        let wire = Wire::lay(wire, environment.broker()?).await?;
        let (mut platform, mut gateway) = (platform(&environment, platform_port, gateway_port), gateway(&environment, platform_port, gateway_port));
        platform.start()?;
        gateway.start()?;
        let api = ApiClient::new(&environment.http, &demonstration.login, &demonstration.password)?;
        until(READY_TIMEOUT, "the platform's readiness", || async { api.ready().await }).await?;

        let credentials = site::credentials(seed, panels, ports + PANEL_PORTS);
        let (site, people) = Site::make(api, &credentials).await?;
        println!("{} panels and {} people are there", site.panels.len(), people.len());
        let all = [demonstration.devices, credentials].concat();
        let mut panels = simulated(&environment, &all, &wire, control)?;
        panels.start()?;
        let world = World {
            simulator: Simulator::at(&format!("127.0.0.1:{control}"))?,
            environment,
            servers,
            queues,
            wire,
            platform,
            gateway,
            panels,
            fleet: None,
            ports,
            login: demonstration.login,
            password: demonstration.password,
            site,
            fallen: Vec::new(),
        };
        until(READY_TIMEOUT, "the panels' connections", || world.all_online()).await?;
        Ok(world)
    }

    /// Replaces the two processes by one for each replica of each service.
    pub async fn spread(&mut self) -> Result<()> {
        self.gateway.stop().await?;
        self.platform.stop().await?;
        self.fleet = Some(Fleet::start(&self.environment, self.ports + 1).await?);
        until(READY_TIMEOUT, "the platform's readiness", || async { self.site.api.ready().await }).await?;
        until(READY_TIMEOUT, "the panels' connections", || self.all_online()).await
    }

    pub fn fleet(&mut self) -> Result<&mut Fleet> {
        self.fleet.as_mut().context("the services run in two processes")
    }

    pub async fn stop(&mut self) -> Result<()> {
        self.panels.stop().await?;
        if let Some(fleet) = &mut self.fleet {
            fleet.stop().await?;
        }
        self.gateway.stop().await?;
        self.platform.stop().await
    }

    /// Starts processes again that ended by themselves, and records them.
    pub fn check_parts(&mut self) -> Result<()> {
        if let Some(fleet) = &mut self.fleet {
            self.fallen.extend(fleet.fallen());
            return Ok(());
        }
        for process in [&mut self.platform, &mut self.gateway, &mut self.panels] {
            if let Err(error) = process.check_running() {
                self.fallen.push(format!("{error:#}"));
                process.start()?;
            }
        }
        Ok(())
    }

    async fn all_online(&self) -> Result<()> {
        let panels = self.simulator.panels().await?;
        let away = panels.iter().filter(|panel| !panel.online).count();
        ensure!(away == 0, "{away} of {} panels are not connected", panels.len());
        Ok(())
    }
}

fn platform(environment: &Environment, own: u16, gateway: u16) -> ManagedProcess {
    ManagedProcess::new(environment, "platform", "vestibule", &["all", "--except", "device-gateway"])
        .with("VESTIBULE_GRPC_ADDR", format!("127.0.0.1:{own}"))
        .with("VESTIBULE_PEER_DEVICE_GATEWAY", format!("https://127.0.0.1:{gateway}"))
}

fn gateway(environment: &Environment, platform: u16, own: u16) -> ManagedProcess {
    let process = ManagedProcess::new(environment, "device-gateway", "vestibule", &["run", "device-gateway"])
        .with("VESTIBULE_GRPC_ADDR", format!("127.0.0.1:{own}"))
        .with("VESTIBULE_ALLOW_PRIVATE_NETWORKS", PANEL_NETWORK);
    PEERS.iter().fold(process, |process, peer| process.with(&format!("VESTIBULE_PEER_{peer}"), format!("https://127.0.0.1:{platform}")))
}

fn simulated(environment: &Environment, credentials: &[test_site::Credential], wire: &Wire, control: u16) -> Result<ManagedProcess> {
    let (file, memory) = (environment.folder.join("panels.json"), environment.folder.join("panels"));
    std::fs::write(&file, serde_json::to_vec_pretty(credentials)?)?;
    if memory.exists() {
        std::fs::remove_dir_all(&memory)?;
    }
    let (file, memory) = (file.display().to_string(), memory.display().to_string());
    let (broker, control) = (format!("mqtt://{}", wire.address), format!("127.0.0.1:{control}"));
    let server = format!("http://{}", environment.http);
    let at_broker = ["run", "--sip", "off", "--broker", &broker, "--server", &server];
    let of_panels = ["--state", &memory, "--credentials", &file, "--http", &control, "--heartbeat", HEARTBEAT];
    let arguments = [&at_broker[..], &of_panels[..]].concat();
    Ok(ManagedProcess::new(environment, "panels", "device-simulator", &arguments))
}
