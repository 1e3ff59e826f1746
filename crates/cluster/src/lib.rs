//! What the platform asks of whatever runs its processes: Kubernetes, or a supervisor's command. Nothing that opens a
//! door depends on it.
mod election;
#[cfg(test)]
mod fake_api_server;
mod pods;
mod restart;
mod rollout;
mod workload;

use anyhow::{Context as _, Result};
use kube::{Client, Config};

pub use election::{Election, Lease};
pub use pods::{Pod, Pods};
pub use restart::{ABANDONED_AFTER, RestartBy, Restarter};
pub use workload::{Kind, Workload};

/// As the pod's own service account; a kubeconfig that lies about is somebody's own.
fn client() -> Result<Client> {
    Ok(Client::try_from(Config::incluster().context("this is no pod of Kubernetes")?)?)
}
