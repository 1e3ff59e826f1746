//! How a server beside the platform is restarted: by Kubernetes, or by whatever supervises it elsewhere.
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Error, Result, bail, ensure};
use tokio::process::Command;
use tokio::time::timeout;

use crate::workload::Workload;

/// A rollout replaces one pod after the other, each of which lets what it serves end.
pub const LIMIT: Duration = Duration::from_secs(180);
/// A restart that takes longer has lost whoever waited for it.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(LIMIT.as_secs() + 60);

/// As a setting has it.
#[derive(Clone, Debug, PartialEq)]
pub enum RestartBy {
    /// `command:./dev infra restart-sip dev`, given to a shell; it ends when the server serves again.
    Command(String),
    /// `kubernetes:` and a workload.
    Kubernetes(Workload),
}

#[async_trait::async_trait]
pub trait Restarter: Send + Sync + 'static {
    /// Returns when it serves again.
    async fn restart(&self) -> Result<()>;
}

impl FromStr for RestartBy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.split_once(':') {
            Some(("command", command)) if !command.trim().is_empty() => Ok(RestartBy::Command(command.into())),
            Some(("kubernetes", workload)) => Ok(RestartBy::Kubernetes(workload.parse().context("expected kubernetes:namespace/name")?)),
            _ => bail!("expected command: and a command, or kubernetes: and namespace/name"),
        }
    }
}

impl RestartBy {
    pub fn restarter(&self) -> Arc<dyn Restarter> {
        match self {
            RestartBy::Command(command) => Arc::new(Shell(command.clone())),
            RestartBy::Kubernetes(workload) => Arc::new(workload.clone()),
        }
    }
}

struct Shell(String);

#[async_trait::async_trait]
impl Restarter for Shell {
    async fn restart(&self) -> Result<()> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &self.0]).stdin(std::process::Stdio::null()).kill_on_drop(true);
        let output = timeout(LIMIT, command.output()).await.context("the command takes too long")??;
        let stderr = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}: {}", output.status, stderr.trim());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<RestartBy> {
        text.parse()
    }

    #[test]
    fn a_command_or_a_workload_restarts_a_server() {
        let command = RestartBy::Command("./dev infra restart-sip dev".into());
        assert_eq!(parse("command:./dev infra restart-sip dev").unwrap(), command);
        let workload = RestartBy::Kubernetes("vestibule/statefulset/broker".parse().unwrap());
        assert_eq!(parse("kubernetes:vestibule/statefulset/broker").unwrap(), workload);
    }

    #[test]
    fn anything_else_is_no_way_to_restart_it() {
        for text in ["", "systemctl restart x", "command:", "command: ", "kubernetes:", "kubernetes:a", "kubernetes:a/pod/b"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[tokio::test]
    async fn a_command_that_fails_says_why() {
        let failed = RestartBy::Command("echo no such edge >&2; exit 3".into()).restarter().restart().await.unwrap_err();
        assert!(failed.to_string().contains("no such edge"), "{failed}");
        RestartBy::Command("true".into()).restarter().restart().await.unwrap();
    }
}
