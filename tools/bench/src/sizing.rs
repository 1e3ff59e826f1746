//! Cost of operations: CPU time of each service and server per operation, and their memory. Each service runs in its own
//! process, as in a pod on Kubernetes.
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use e2e_harness::ManagedProcess;
use e2e_harness::services::{Listens, SERVICES, service_process};
use e2e_harness::wait::until;

use crate::Arguments;
use crate::client::{Question, WARM, ask};
use crate::rows::event::Doors;
use crate::rows::{change, item, list, login};
use crate::stage::Stage;
use crate::usage::{cpu_of_all, memory_of_all};

/// The servers beside the services, by the names of their files of process ids.
const SERVERS: [&str; 4] = ["postgres", "rabbitmq", "redis", "mosquitto"];
/// Connections that ask: enough to keep two cores at work, without a queue.
const CONNECTIONS: usize = 4;
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Events and audit records are still processed after the last answer.
const SETTLE_TIME: Duration = Duration::from_secs(5);

pub struct Sizing {
    works: Vec<Work>,
    processes: Vec<Process>,
}

/// Something that was done many times.
struct Work {
    what: &'static str,
    count: usize,
    per_second: f64,
}

struct Process {
    name: String,
    pid: u32,
    /// Thousandths of a core, when nobody asks for anything.
    idle: f64,
    /// Milliseconds of a core for an operation, by work.
    costs: Vec<f64>,
    memory: u64,
}

/// Stops the platform's single process, and measures one process per service.
pub async fn measure(stage: &mut Stage, arguments: &Arguments) -> Result<Sizing> {
    stage.platform.stop().await?;
    let services = start(stage).await?;
    let mut sizing = Sizing { works: Vec::new(), processes: processes(stage, &services)? };
    let length = Duration::from_secs(arguments.seconds);
    sizing.idle(length).await;

    let count = arguments.identifiers;
    sizing.asked(stage, "list of 50", list::pages(), length).await?;
    sizing.asked(stage, "one item", item::one_of(count), length).await?;
    sizing.asked(stage, "change", change::changes_of(count), length).await?;
    let people = Arc::new(login::people(stage).await?);
    sizing.asked(stage, "sign-in", login::sign_ins(people), length).await?;
    sizing.event_of_a_door(stage, arguments).await?;
    sizing.look_at_memory();
    for mut service in services {
        service.stop().await?;
    }
    Ok(sizing)
}

async fn start(stage: &Stage) -> Result<Vec<ManagedProcess>> {
    let gateway: SocketAddr = stage.environment.http.parse().context("VESTIBULE_HTTP_ADDR")?;
    let mut processes = Vec::new();
    for name in SERVICES {
        let [grpc, admin] = [0, 1].map(|port| at(name, gateway.port() + port));
        let mut process = service_process(&stage.environment, name, name, Listens { grpc, admin, http: gateway }, |peer| at(peer, gateway.port()));
        process = process.with("VESTIBULE_LOG", "warn");
        process.start()?;
        processes.push(process);
    }
    until(READY_TIMEOUT, "the services' readiness", || async { stage.api.ready().await }).await?;
    Ok(processes)
}

/// Every service has an address of its own, as pods do.
fn at(service: &str, port: u16) -> SocketAddr {
    let number = SERVICES.iter().position(|name| *name == service).map_or(0, |place| place as u8);
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 78, number, 1)), port)
}

fn processes(stage: &Stage, services: &[ManagedProcess]) -> Result<Vec<Process>> {
    let mut found = Vec::new();
    for service in services {
        found.push((service.name.clone(), service.pid().with_context(|| format!("{} does not run", service.name))?));
    }
    for server in SERVERS {
        let file = stage.folder.join("run").join(format!("{server}.pid"));
        // A server that `./dev` did not start has no file of process ids.
        if let Ok(text) = std::fs::read_to_string(&file) {
            let pid = text.split_whitespace().next().and_then(|word| word.parse().ok());
            found.push((server.into(), pid.with_context(|| format!("a process id in {}", file.display()))?));
        }
    }
    Ok(found.into_iter().map(|(name, pid)| Process { name, pid, idle: 0.0, costs: Vec::new(), memory: 0 }).collect())
}

impl Sizing {
    async fn idle(&mut self, length: Duration) {
        tokio::time::sleep(SETTLE_TIME).await;
        let before = self.spent();
        tokio::time::sleep(length).await;
        for (process, before) in self.processes.iter_mut().zip(before) {
            process.idle = (cpu_of_all(process.pid) - before) * 1000.0 / length.as_secs_f64();
        }
    }

    async fn asked(&mut self, stage: &Stage, what: &'static str, question: Question, length: Duration) -> Result<()> {
        let target = stage.target(&stage.api).await?;
        let before = self.spent();
        let sample = ask(&target, question, CONNECTIONS, length).await.context(what)?;
        // The warm-up before the measurement is counted too; it costs the same per operation.
        let count = sample.count() + CONNECTIONS * WARM;
        self.add(Work { what, count, per_second: sample.per_second() }, before).await;
        Ok(())
    }

    async fn event_of_a_door(&mut self, stage: &Stage, arguments: &Arguments) -> Result<()> {
        let mut doors = Doors::prepare(stage, arguments).await?;
        let before = self.spent();
        let took = doors.publish(arguments.rate).await?;
        doors.arrived().await?;
        let count = arguments.rate as usize * arguments.seconds as usize;
        self.add(Work { what: "door event", count, per_second: count as f64 / took.as_secs_f64() }, before).await;
        doors.end();
        Ok(())
    }

    fn spent(&self) -> Vec<f64> {
        self.processes.iter().map(|process| cpu_of_all(process.pid)).collect()
    }

    async fn add(&mut self, work: Work, before: Vec<f64>) {
        tokio::time::sleep(SETTLE_TIME).await;
        for (process, before) in self.processes.iter_mut().zip(before) {
            process.costs.push((cpu_of_all(process.pid) - before) * 1000.0 / work.count.max(1) as f64);
        }
        self.works.push(work);
    }

    fn look_at_memory(&mut self) {
        for process in &mut self.processes {
            process.memory = memory_of_all(process.pid);
        }
    }
}

impl fmt::Display for Sizing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:16} {:>10} {:>9}", "milliseconds of", "memory, MB", "idle, m")?;
        for work in &self.works {
            write!(f, " {:>11}", work.what)?;
        }
        writeln!(f)?;
        for process in &self.processes {
            write!(f, "{:16} {:>10.0} {:>9.1}", process.name, process.memory as f64 / 1e6, process.idle)?;
            for cost in &process.costs {
                write!(f, " {cost:>11.3}")?;
            }
            writeln!(f)?;
        }
        write!(f, "{:37}", "a second")?;
        for work in &self.works {
            write!(f, " {:>11.0}", work.per_second)?;
        }
        writeln!(f)
    }
}
