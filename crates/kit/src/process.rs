//! Runs one service or all of them, until it is told to stop.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::admin::{self, Checked, Neighbours};
use crate::caller::Signer;
use crate::metrics::Metrics;
use crate::peers::Peers;
use crate::seal::Sealer;
use crate::{Clock, Context, Database, Service, Settings, consumer};

/// How long calls and jobs have to end after the signal.
const GRACE: Duration = Duration::from_secs(20);

/// Starts the services and serves until `shutdown`. The services of a process reach each other without a port;
/// to others they are served on `Settings::grpc_addr`.
pub async fn run(settings: Settings, services: Vec<Box<dyn Service>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    run_with(Peers::default(), settings, services, shutdown).await
}

/// A context outside a running service, for commands: its peers are those that `run_with` is given.
pub async fn context(service: &'static str, settings: Settings) -> anyhow::Result<Context> {
    let settings = Arc::new(settings);
    Parts::new(Peers::default(), &settings).await?.context(service, &settings, &CancellationToken::new())
}

/// As `run`, with peers that the caller keeps a hand on.
pub async fn run_with(peers: Peers, settings: Settings, services: Vec<Box<dyn Service>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let settings = Arc::new(settings);
    let parts = Parts::new(peers, &settings).await?;
    let mut jobs = JoinSet::new();
    let mut checked = Vec::new();
    for service in &services {
        let context = parts.context(service.name(), &settings, &shutdown)?;
        checked.push(Checked { context, migrations: service.migrations() });
    }
    let checked = Arc::new(checked);
    parts.neighbours.set(checked.clone());

    for (service, checked) in services.iter().zip(checked.iter()) {
        let context = checked.context.clone();
        let mut running = service.start(context.clone()).await.with_context(|| format!("starting {}", service.name()))?;
        parts.peers.add(service.name(), running.routes);
        jobs.spawn(async move {
            while let Some(ended) = running.jobs.join_next().await {
                ended.context("a job panicked")??;
            }
            Ok(())
        });
        if service.migrations().is_some() {
            jobs.spawn(crate::outbox::relay(context.clone(), shutdown.clone()));
            jobs.spawn(housekeeping(context, shutdown.clone()));
        }
    }
    if !settings.grpc_addr.is_empty() {
        jobs.spawn(serve_grpc(settings.grpc_addr.clone(), parts.peers.clone(), shutdown.clone()));
    }
    if !settings.admin_addr.is_empty() {
        jobs.spawn(serve_admin(settings.admin_addr.clone(), checked, shutdown.clone()));
    }
    tracing::info!(services = services.len(), "started");
    wait(jobs, shutdown).await
}

/// Waits for the signal, or for a job that fails: a process that is half there is restarted as a whole.
async fn wait(mut jobs: JoinSet<anyhow::Result<()>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut result = Ok(());
    while !shutdown.is_cancelled() {
        tokio::select! {
            _ = shutdown.cancelled() => {}
            ended = jobs.join_next() => match ended {
                None => shutdown.cancelled().await,
                Some(Ok(Ok(()))) => {}
                Some(Ok(Err(error))) => { result = Err(error); shutdown.cancel(); }
                Some(Err(panic)) => { result = Err(panic.into()); shutdown.cancel(); }
            }
        }
    }
    let ended = tokio::time::timeout(GRACE, async { while jobs.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        tracing::warn!("some work did not end in time");
    }
    result
}

/// What the services of a process share.
struct Parts {
    peers: Peers,
    redis: redis::aio::ConnectionManager,
    signer: Signer,
    sealer: Sealer,
    clock: Clock,
    metrics: Metrics,
    neighbours: Neighbours,
}

impl Parts {
    async fn new(peers: Peers, settings: &Settings) -> anyhow::Result<Self> {
        let clock = Clock::system();
        Ok(Parts {
            peers,
            redis: redis_manager(&settings.redis_url).await?,
            signer: Signer::new(&settings.service_key, clock.clone()),
            sealer: Sealer::new(&settings.seal_key)?,
            metrics: Metrics::default(),
            neighbours: Neighbours::default(),
            clock,
        })
    }

    fn context(&self, service: &'static str, settings: &Arc<Settings>, shutdown: &CancellationToken) -> anyhow::Result<Context> {
        Ok(Context {
            service,
            settings: settings.clone(),
            database: Database::connect(settings, service)?,
            redis: self.redis.clone(),
            peers: self.peers.clone(),
            signer: self.signer.clone(),
            sealer: self.sealer.clone(),
            clock: self.clock.clone(),
            metrics: self.metrics.clone(),
            neighbours: self.neighbours.clone(),
            shutdown: shutdown.clone(),
        })
    }
}

/// A connection that is made when it is first used, and again whenever it breaks; a call waits two seconds at most.
pub async fn redis_manager(url: &str) -> anyhow::Result<redis::aio::ConnectionManager> {
    let config = redis::aio::ConnectionManagerConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(2)))
        .set_response_timeout(Some(Duration::from_secs(2)))
        .set_number_of_retries(2);
    let client = redis::Client::open(url).context("VESTIBULE_REDIS_URL")?;
    Ok(redis::aio::ConnectionManager::new_lazy_with_config(client, config)?)
}

async fn serve_grpc(addr: String, peers: Peers, shutdown: CancellationToken) -> anyhow::Result<()> {
    let addr = addr.parse().context("VESTIBULE_GRPC_ADDR")?;
    let routes = tonic::service::Routes::from(peers.server());
    tonic::transport::Server::builder().add_routes(routes).serve_with_shutdown(addr, shutdown.cancelled_owned()).await?;
    Ok(())
}

async fn serve_admin(addr: String, services: Arc<Vec<Checked>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::bind(&addr).await.context("VESTIBULE_ADMIN_ADDR")?;
    axum::serve(listener, admin::router(services)).with_graceful_shutdown(shutdown.cancelled_owned()).await?;
    Ok(())
}

async fn housekeeping(context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut hours = tokio::time::interval(Duration::from_secs(3600));
    loop {
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            _ = hours.tick() => {
                if let Err(error) = consumer::forget_old(&context).await {
                    tracing::warn!(service = context.service, %error, "old inbox entries stay");
                }
            }
        }
    }
}
