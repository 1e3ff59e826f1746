//! What is measured: the platform as one process, in release, on databases of its own with many rows.
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use e2e_harness::wait::until;
use e2e_harness::{ApiClient, Environment, ManagedProcess, databases, site};
use sqlx::PgPool;

use crate::Arguments;
use crate::client::Target;
use crate::load;

/// Begins the names of the databases.
const PREFIX: &str = "bench";
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Connections to Postgres for each service: pgbench gets 32 too.
const DATABASE_CONNECTIONS: &str = "32";

pub struct Stage {
    pub environment: Environment,
    pub folder: PathBuf,
    pub platform: ManagedProcess,
    pub api: ApiClient,
    /// Login and password of the administrator.
    pub account: (String, String),
    pub project: i64,
    /// Databases as their owner, for data and plans.
    pub access: PgPool,
    pub domains: PgPool,
    pub identity: PgPool,
    pub idle_memory: Option<u64>,
}

impl Stage {
    pub async fn set(arguments: &Arguments) -> Result<Self> {
        let environment = Environment::read(PREFIX)?;
        databases::make(&environment).await?;
        let demonstration = site::demonstration(&environment).await?;
        let api = ApiClient::new(&environment.http, &demonstration.login, &demonstration.password)?;
        let mut platform =
            ManagedProcess::new(&environment, "platform", "vestibule", &["all"]).with("VESTIBULE_DATABASE_CONNECTIONS", DATABASE_CONNECTIONS);
        platform = platform.with("VESTIBULE_LOG", "warn");
        platform.start()?;
        until(READY_TIMEOUT, "the platform's readiness", || async { api.ready().await }).await?;
        let idle_memory = platform.memory();

        let look = |service| databases::owner_pool(&environment, service);
        let (access, domains, identity) = (look("access")?, look("domains")?, look("identity")?);
        let project: i64 = sqlx::query_scalar("SELECT min(id) FROM projects").fetch_one(&identity).await?;
        let folder = environment.folder.clone();
        let account = (demonstration.login, demonstration.password);
        let stage = Stage { environment, folder, platform, api, account, project, access, domains, identity, idle_memory };
        stage.load(arguments).await?;
        Ok(stage)
    }

    async fn load(&self, arguments: &Arguments) -> Result<()> {
        if [1, 2, 3, 4].iter().any(|row| arguments.wants(*row)) {
            let begin = Instant::now();
            load::identifiers::load(&self.access, self.project, arguments.identifiers).await?;
            eprintln!("{} identifiers in {:.0} s", arguments.identifiers, begin.elapsed().as_secs_f64());
        }
        if arguments.wants(5) {
            let begin = Instant::now();
            load::groups::load(&self.domains, self.project, arguments.groups).await?;
            eprintln!("{} groups in {:.0} s", arguments.groups, begin.elapsed().as_secs_f64());
        }
        Ok(())
    }

    pub async fn stop(&mut self) -> Result<()> {
        self.platform.stop().await
    }

    /// Where to ask as the administrator, or as another account.
    pub async fn target(&self, api: &ApiClient) -> Result<Target> {
        let token = api.token().await.map_err(|answer| answer.done().err().unwrap_or_else(|| anyhow!("no token")))?;
        Ok(Target { address: self.environment.http.clone(), token })
    }
}
