//! What a service is, and what it is given to work with.
use std::sync::Arc;

use kit_events::EventContext;
use policy::{ActionKind, Authorized, Caller, ResourceKind};
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::Request;
use tonic::service::Routes;

use crate::admin::{HealthTarget, LocalServices};
use crate::caller::Signer;
use crate::metrics::Metrics;
use crate::peers::Peers;
use crate::seal::Sealer;
use crate::signed_link::LinkSigner;
use crate::{Clock, Database, Leadership, Outgoing, Redis, Result, Settings, Shutdown, Topology};

/// One of the platform's services. The crate holds its rules; this says how it is started.
#[async_trait::async_trait]
pub trait Service: Send + Sync + 'static {
    /// As in `vestibule <name>`.
    fn name(&self) -> &'static str;

    /// Its own migrations, from version 1000; None for a service without a database.
    fn migrations(&self) -> Option<&'static Migrator>;

    /// The topics of the events that it consumes, as `domains.group.*`.
    fn topics(&self) -> &'static [&'static str] {
        &[]
    }

    /// Builds it. Nothing here may wait for another service or fail because one is away.
    async fn start(&self, context: Context) -> anyhow::Result<Running>;
}

/// A started service.
#[derive(Default)]
pub struct Running {
    pub routes: Routes,
    /// Work beside the calls: relays, consumers, timers. Each ends soon after `Context::shutdown`.
    pub jobs: JoinSet<anyhow::Result<()>>,
}

impl Running {
    pub fn new(routes: Routes) -> Self {
        Running { routes, jobs: JoinSet::new() }
    }

    pub fn job(mut self, job: impl Future<Output = anyhow::Result<()>> + Send + 'static) -> Self {
        self.jobs.spawn(job);
        self
    }
}

/// What a service works with. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    pub service: &'static str,
    pub settings: Arc<Settings>,
    pub database: Database,
    /// A command fails while Redis is away.
    pub redis: Redis,
    pub peers: Peers,
    pub signer: Signer,
    pub sealer: Sealer,
    pub links: LinkSigner,
    /// Calls to addresses that people entered.
    pub outgoing: Outgoing,
    pub clock: Clock,
    pub metrics: Metrics,
    pub local_services: LocalServices,
    pub topology: Topology,
    pub leadership: Leadership,
    /// From now on no new work is accepted. The phases before and after it: `shutdown_phases`.
    pub shutdown: CancellationToken,
    pub shutdown_phases: Shutdown,
}

impl Context {
    /// What the readiness of this service depends on.
    pub fn health_target(&self, migrations: Option<&'static Migrator>) -> HealthTarget {
        let draining = self.shutdown_phases.draining.clone();
        HealthTarget::new(self.service, migrations, self.database.clone(), self.metrics.clone(), draining)
    }

    /// Who sends this request.
    pub fn caller<T>(&self, request: &Request<T>) -> Result<Caller> {
        self.signer.caller(request.metadata())
    }

    /// The sender's right to do `A` to an `R`: `context.authorize::<resource::Group, action::View, _>(&request)?`.
    pub fn authorize<R: ResourceKind, A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<R, A>> {
        Ok(self.caller(request)?.authorize()?)
    }
}

impl From<Context> for EventContext {
    fn from(context: Context) -> Self {
        EventContext { service: context.service, settings: context.settings, database: context.database, topology: context.topology }
    }
}
