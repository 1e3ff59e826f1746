//! A process that the tool started. It can be killed, paused and started again.
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use anyhow::{Context, Result, bail, ensure};
use tokio::process::{Child, Command};

use crate::Environment;

/// Signals by their names in a shell.
#[derive(Clone, Copy, Debug)]
pub enum Signal {
    Term,
    Stop,
    Continue,
    Kill,
}

impl Signal {
    fn name(self) -> &'static str {
        match self {
            Signal::Term => "TERM",
            Signal::Stop => "STOP",
            Signal::Continue => "CONT",
            Signal::Kill => "KILL",
        }
    }
}

/// Sends a signal to a process. It is no error when the process is gone.
pub async fn signal(pid: u32, signal: Signal) -> Result<()> {
    // The shell's own `kill`: a machine without procps has no other.
    let command = format!("kill -s {} {pid} 2>/dev/null || true", signal.name());
    let status = Command::new("sh").args(["-c", &command]).status().await.context("running sh")?;
    ensure!(status.success(), "the shell failed");
    Ok(())
}

/// How to start a process, and the running process.
#[derive(Debug)]
pub struct ManagedProcess {
    pub name: String,
    program: PathBuf,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    log: PathBuf,
    child: Option<Child>,
}

impl ManagedProcess {
    /// A binary of the set's build; its log goes to the set's folder of logs, where an earlier run's is removed.
    pub fn new(environment: &Environment, name: &str, program: &str, arguments: &[&str]) -> Self {
        let log = environment.folder.join("log").join(format!("{name}.log"));
        let _there_may_be_none = std::fs::remove_file(&log);
        ManagedProcess {
            name: name.into(),
            program: environment.binaries.join(program),
            arguments: arguments.iter().map(|argument| argument.to_string()).collect(),
            variables: environment.variables(),
            log,
            child: None,
        }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Starts it and appends to its log.
    pub fn start(&mut self) -> Result<()> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log).with_context(|| format!("opening {}", self.log.display()))?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).envs(self.variables.iter().cloned()).stdin(Stdio::null());
        command.stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
        self.child = Some(command.spawn().with_context(|| format!("starting {}", self.program.display()))?);
        Ok(())
    }

    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().and_then(Child::id)
    }

    /// An error when the process has ended although nothing stopped it.
    pub fn check_running(&mut self) -> Result<()> {
        let Some(child) = &mut self.child else { bail!("{} was not started", self.name) };
        match child.try_wait()? {
            None => Ok(()),
            Some(status) => bail!("{} ended by itself ({status}): see {}", self.name, self.log.display()),
        }
    }

    /// kill -9, and waits until it is gone.
    pub async fn kill(&mut self) -> Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill().await?;
        }
        Ok(())
    }

    pub async fn signal(&self, which: Signal) -> Result<()> {
        match self.pid() {
            Some(pid) => signal(pid, which).await,
            None => Ok(()),
        }
    }

    /// Sends SIGTERM and waits 30 s; then kills it.
    pub async fn stop(&mut self) -> Result<()> {
        self.signal(Signal::Term).await?;
        if let Some(mut child) = self.child.take() {
            let ended = tokio::time::timeout(std::time::Duration::from_secs(30), child.wait()).await;
            if ended.is_err() {
                child.kill().await?;
            }
        }
        Ok(())
    }

    /// Sends SIGTERM and waits 60 s; returns the exit status. An error when the process still runs then.
    pub async fn stop_gracefully(&mut self) -> Result<ExitStatus> {
        self.signal(Signal::Term).await?;
        let mut child = self.child.take().with_context(|| format!("{} was not started", self.name))?;
        let ended = tokio::time::timeout(std::time::Duration::from_secs(60), child.wait()).await;
        Ok(ended.with_context(|| format!("{} does not end", self.name))??)
    }

    /// Whether its log has this text.
    pub fn log_contains(&self, text: &str) -> Result<bool> {
        Ok(std::fs::read_to_string(&self.log)?.contains(text))
    }

    /// Memory that it holds alone or shared, in bytes, as the kernel counts it (VmRSS).
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
    }
}

/// Runs a command of the platform to its end.
pub async fn run(environment: &Environment, command: &str, arguments: &[&str]) -> Result<()> {
    let mut words = command.split(' ').collect::<Vec<_>>();
    words.extend_from_slice(arguments);
    let output = Command::new(environment.binaries.join("vestibule"))
        .args(&words)
        .envs(environment.variables())
        .output()
        .await
        .context("starting vestibule")?;
    let log = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let last = log.lines().rev().take(15).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
    ensure!(output.status.success(), "vestibule {command} failed:\n{last}");
    Ok(())
}
