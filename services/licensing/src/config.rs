//! Settings of the service.
use clap::Args;
use kit::variables;

/// The list of pods on the page "System".
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// Where Kubernetes runs the platform: pods with the label `app.kubernetes.io/instance` of that release are listed on the page
    /// "System". The pod's service account must be allowed to list pods there. Pods are not shown when it is not set.
    #[arg(long, env = "VESTIBULE_PODS", value_name = "namespace/release")]
    pub pods: Option<cluster::Pods>,
}

#[derive(Clone, Default)]
pub struct Config {
    /// Where Kubernetes runs the platform. None elsewhere.
    pub pods: Option<cluster::Pods>,
}

impl Config {
    pub fn from_env() -> anyhow::Result<Config> {
        let Variables { pods } = variables::from_env()?;
        Ok(Config { pods })
    }
}
