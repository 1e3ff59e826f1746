//! Kamailio, as the platform's edge and bare, and sipp against it.
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use e2e_harness::process::{Signal, signal};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::usage::cpu_of_all;

/// Limit for one run of sipp.
const RUN_TIMEOUT: Duration = Duration::from_secs(300);

pub struct Kamailio {
    child: Child,
    pub address: String,
}

impl Kamailio {
    /// Runs a command that executes Kamailio, which takes SIP over UDP at `address`.
    pub fn start(mut command: Command, address: &str, log: &Path) -> Result<Self> {
        let log = std::fs::File::create(log).with_context(|| format!("making {}", log.display()))?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        Ok(Kamailio { child: command.spawn().context("starting Kamailio")?, address: address.into() })
    }

    /// Sends SIGTERM: a killed Kamailio leaves its child processes running.
    pub async fn stop(mut self) -> Result<()> {
        if let Some(pid) = self.child.id() {
            signal(pid, Signal::Term).await?;
        }
        timeout(Duration::from_secs(30), self.child.wait()).await.context("Kamailio does not end")??;
        Ok(())
    }

    /// CPU seconds of it and its children.
    pub fn cpu(&self) -> Result<f64> {
        Ok(cpu_of_all(self.child.id().context("Kamailio runs")?))
    }
}

/// Result of a number of runs of a scenario.
pub struct Run {
    pub per_second: f64,
    /// CPU milliseconds per run.
    pub cpu: f64,
}

/// Runs the scenario `count` times, at most `at_once` at a time, with the lines of `users` in turn. None may fail.
pub async fn sipp(kamailio: &Kamailio, scenario: &Path, users: &Path, count: u32, at_once: u32) -> Result<Run> {
    sipp_from(kamailio, scenario, users, count, at_once, &[]).await
}

/// The same, with more arguments.
pub async fn sipp_from(kamailio: &Kamailio, scenario: &Path, users: &Path, count: u32, at_once: u32, more: &[&str]) -> Result<Run> {
    let (begin, before) = (Instant::now(), kamailio.cpu()?);
    let mut command = Command::new("sipp");
    command.arg(&kamailio.address).args(["-i", "127.0.0.1", "-nostdin", "-r", "20000"]).arg("-sf").arg(scenario).arg("-inf").arg(users);
    command.args(["-m", &count.to_string(), "-l", &at_once.to_string()]).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let status = timeout(RUN_TIMEOUT, command.status()).await.context("sipp takes too long")?.context("running sipp")?;
    ensure!(status.success(), "sipp against {}: {status}: something was refused or lost", kamailio.address);
    let per_second = f64::from(count) / begin.elapsed().as_secs_f64();
    Ok(Run { per_second, cpu: (kamailio.cpu()? - before) * 1000.0 / f64::from(count) })
}

/// Waits until it answers: one run of the scenario succeeds.
pub async fn ready(kamailio: &Kamailio, scenario: &Path, users: &Path) -> Result<()> {
    e2e_harness::wait::until(Duration::from_secs(60), "Kamailio's answer", || async { sipp(kamailio, scenario, users, 1, 1).await.map(|_| ()) }).await
}

/// A file of the repository, whose folder ./dev names.
pub fn file(path: &str) -> Result<PathBuf> {
    let root = std::env::var("VESTIBULE_ROOT").context("VESTIBULE_ROOT is not set: this program is started by ./dev")?;
    Ok(PathBuf::from(root).join(path))
}
