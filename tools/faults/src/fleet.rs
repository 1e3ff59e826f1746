//! The platform as Kubernetes runs it: each replica of each service is a process with an address of its own, each
//! service behind a balancer.
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e_harness::services::{Listens, SERVICES, service_process};
use e2e_harness::wait::until;
use e2e_harness::{Environment, ManagedProcess};

use crate::balancer::{Balancer, Replica};
use crate::world::PANEL_NETWORK;

/// Services with two replicas in an installation that survives the loss of a node. Of the others the new replica is
/// ready before the old one stops.
const DOUBLED: [&str; 6] = ["identity", "domains", "access", "device-gateway", "notifications", "api-gateway"];
/// Seconds that a replica serves while balancers remove it, as in the chart.
const DRAIN: &str = "5";
const READY_TIMEOUT: Duration = Duration::from_secs(120);

pub struct Fleet {
    pub services: Vec<RollingRestart>,
}

/// A service and the replicas that run.
pub struct RollingRestart {
    name: &'static str,
    environment: Environment,
    ports: u16,
    grpc: Balancer,
    /// HTTP address of the gateway.
    http: Option<Balancer>,
    replicas: Vec<Instance>,
    /// Replicas that were started so far.
    started: u8,
    /// Replicas that did not stop as they should.
    pub troubles: Vec<String>,
}

struct Instance {
    process: ManagedProcess,
    grpc: Replica,
    http: Replica,
}

impl Fleet {
    /// Every replica ready. `ports`: the first of three that are free on all of 127.0.0.0/8 but 127.0.0.1.
    pub async fn start(environment: &Environment, ports: u16) -> Result<Self> {
        let mut services = Vec::new();
        for name in SERVICES {
            services.push(RollingRestart::lay(environment, name, ports).await?);
        }
        for service in &mut services {
            for _ in 0..if DOUBLED.contains(&service.name) { 2 } else { 1 } {
                service.begin()?;
            }
        }
        for service in &services {
            service.all_ready().await?;
        }
        Ok(Fleet { services })
    }

    /// Processes that ended although nothing stopped them.
    pub fn fallen(&mut self) -> Vec<String> {
        let replicas = self.services.iter_mut().flat_map(|service| &mut service.replicas);
        replicas.filter_map(|replica| replica.process.check_running().err()).map(|error| format!("{error:#}")).collect()
    }

    pub async fn stop(&mut self) -> Result<()> {
        for service in &mut self.services {
            for replica in &mut service.replicas {
                replica.process.kill().await?;
            }
        }
        Ok(())
    }
}

impl RollingRestart {
    async fn lay(environment: &Environment, name: &'static str, ports: u16) -> Result<Self> {
        let http = match name {
            "api-gateway" => Some(Balancer::lay(environment.http.parse().context("VESTIBULE_HTTP_ADDR")?).await?),
            _ => None,
        };
        let grpc = Balancer::lay(at(name, 0, ports)).await?;
        Ok(RollingRestart { name, environment: environment.clone(), ports, grpc, http, replicas: Vec::new(), started: 0, troubles: Vec::new() })
    }

    /// Replaces each replica: the new one is ready before the old one gets SIGTERM. Returns how many were replaced.
    pub async fn roll(&mut self) -> Result<usize> {
        let old = self.replicas.len();
        for _ in 0..old {
            self.begin()?;
            self.all_ready().await?;
            self.end_oldest().await?;
        }
        Ok(old)
    }

    fn begin(&mut self) -> Result<()> {
        self.started = self.started.checked_add(1).context("a service has 255 replicas at most")?;
        let [grpc, admin, http] = [0, 1, 2].map(|port| at(self.name, self.started, self.ports + port));
        let name = format!("{}-{}", self.name, self.started);
        let mut process = service_process(&self.environment, &name, self.name, Listens { grpc, admin, http }, |peer| at(peer, 0, self.ports))
            .with("VESTIBULE_DRAIN_SECONDS", DRAIN)
            .with("VESTIBULE_ALLOW_PRIVATE_NETWORKS", PANEL_NETWORK);
        process.start()?;
        let instance = Instance { process, grpc: Replica { serves: grpc, admin }, http: Replica { serves: http, admin } };
        self.grpc.add(instance.grpc);
        if let Some(balancer) = &self.http {
            balancer.add(instance.http);
        }
        self.replicas.push(instance);
        Ok(())
    }

    async fn all_ready(&self) -> Result<()> {
        let check = || async {
            for replica in &self.replicas {
                let is_ready = self.grpc.is_ready(replica.grpc) && self.http.as_ref().is_none_or(|http| http.is_ready(replica.http));
                ensure!(is_ready, "{} is not ready", replica.process.name);
            }
            Ok(())
        };
        until(READY_TIMEOUT, self.name, check).await
    }

    async fn end_oldest(&mut self) -> Result<()> {
        let mut instance = self.replicas.remove(0);
        instance.process.check_running()?;
        let name = instance.process.name.clone();
        match instance.process.stop_gracefully().await? {
            status if !status.success() => self.troubles.push(format!("{name} ended with {status}")),
            _ if instance.process.log_contains("some work did not end in time")? => self.troubles.push(format!("{name} did not end in time")),
            _ => {}
        }
        self.grpc.remove(instance.grpc);
        if let Some(balancer) = &self.http {
            balancer.remove(instance.http);
        }
        Ok(())
    }
}

/// Every replica has an address, as pods do; number 0 is the service's.
fn at(service: &str, replica: u8, port: u16) -> SocketAddr {
    let number = SERVICES.iter().position(|name| *name == service).map_or(0, |place| place as u8 + 1);
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 77, number, replica + 1)), port)
}
