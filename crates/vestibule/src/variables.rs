//! The variables of this program's commands. Their doc comments are the documentation of operators.
use clap::Args;
use cluster::Lease;

/// Election of the replica that leads its service.
#[derive(Args, Clone, Debug)]
pub struct ElectionVariables {
    /// The Lease of Kubernetes by which one replica of the service is elected to do
    /// [what must run once](sizing.md#what-scales-with-replicas-and-what-does-not). It has to be there, and the pod's service account
    /// may `get` and `update` it; a process that cannot ask leads. The process leads when it is not set.
    #[arg(long, env = "VESTIBULE_LEASE", value_name = "namespace/name", requires = "pod_name")]
    pub lease: Option<Lease>,
    /// Under which name this replica stands for election. Needed with `VESTIBULE_LEASE`.
    #[arg(long, env = "POD_NAME", value_name = "name")]
    pub pod_name: Option<String>,
}

/// Roles and databases.
#[derive(Args, Clone, Debug)]
pub struct SetupVariables {
    /// Who may make roles and databases. Required by `setup`, and used by nothing else.
    #[arg(long, env = "VESTIBULE_DATABASE_ADMIN_URL", value_name = "URL", hide_env_values = true)]
    pub database_admin_url: Option<String>,
}

/// Of `vestibule site`, a client of a platform.
#[derive(Args, Clone, Debug)]
pub struct ClientVariables {
    /// Address of the platform that `vestibule site` calls, where `--url` does not say it.
    #[arg(long, env = "VESTIBULE_URL", value_name = "address, as https://vestibule.example.org")]
    pub url: Option<String>,
    /// The token that `vestibule site` sends, where `--token-file` does not name a file with it.
    #[arg(long, env = "VESTIBULE_TOKEN", value_name = "token", hide_env_values = true)]
    pub token: Option<String>,
}

/// The demonstration site, which `vestibule demo` makes.
#[derive(Args, Clone, Debug)]
pub struct DemoVariables {
    /// Where the site lies.
    #[arg(long, env = "VESTIBULE_DEMO_TIME_ZONE", value_name = "time zone", default_value = "Europe/Amsterdam")]
    pub demo_time_zone: String,
}
