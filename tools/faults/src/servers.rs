//! Postgres, RabbitMQ, Redis and Mosquitto of the set: killed by the process ids that `./dev` wrote down, started
//! again by `./dev infra up`.
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use e2e_harness::process::{Signal, signal};
use tokio::process::Command;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    Postgres,
    Rabbitmq,
    Mosquitto,
    Redis,
}

impl Server {
    pub const ALL: [Server; 4] = [Server::Postgres, Server::Rabbitmq, Server::Mosquitto, Server::Redis];

    pub fn name(self) -> &'static str {
        match self {
            Server::Postgres => "postgres",
            Server::Rabbitmq => "rabbitmq",
            Server::Mosquitto => "mosquitto",
            Server::Redis => "redis",
        }
    }
}

/// The servers of the set, which is named `faults`.
pub struct Servers {
    folder: PathBuf,
    dev: PathBuf,
}

impl Servers {
    pub fn find(folder: PathBuf) -> Result<Self> {
        let dev = std::env::var("VESTIBULE_DEV").context("VESTIBULE_DEV is not set: this program is started by ./dev")?;
        Ok(Servers { folder, dev: dev.into() })
    }

    /// Whether `./dev` started it. Other servers are not killed.
    pub fn is_ours(&self, server: Server) -> bool {
        self.pid(server).is_ok()
    }

    /// kill -9 of the server's first process. Its child processes end by themselves.
    pub async fn kill(&self, server: Server) -> Result<()> {
        signal(self.pid(server)?, Signal::Kill).await
    }

    /// Sends SIGSTOP to all of its processes, as a machine that swaps would stall them.
    pub async fn freeze(&self, server: Server) -> Result<()> {
        self.all(server, Signal::Stop).await
    }

    pub async fn thaw(&self, server: Server) -> Result<()> {
        self.all(server, Signal::Continue).await
    }

    /// Starts the servers that do not run, and waits until they answer.
    pub async fn start(&self) -> Result<()> {
        let output = Command::new(&self.dev).args(["infra", "up", "faults"]).output().await.context("running ./dev infra up")?;
        ensure!(output.status.success(), "./dev infra up faults: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }

    async fn all(&self, server: Server, which: Signal) -> Result<()> {
        let pid = self.pid(server)?;
        signal(pid, which).await?;
        for child in children(pid) {
            signal(child, which).await?;
        }
        Ok(())
    }

    fn pid(&self, server: Server) -> Result<u32> {
        let file = self.folder.join("run").join(format!("{}.pid", server.name()));
        let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        text.split_whitespace().next().and_then(|pid| pid.parse().ok()).with_context(|| format!("{} holds no process id", file.display()))
    }
}

/// The processes that a process has started itself.
fn children(parent: u32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| parent_of(*pid) == Some(parent)).collect()
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in parentheses and may hold anything; then come the state and the parent.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
