//! Runs one service or all of them, until it is told to stop.
use std::future::pending;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use futures::Stream;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;

use crate::admin::{self, Checked, Neighbours};
use crate::backlog::Backlog;
use crate::caller::Signer;
use crate::metrics::Metrics;
use crate::peers::Peers;
use crate::seal::Sealer;
use crate::topology::Topology;
use crate::{Clock, Context, Database, Ending, Leadership, Outgoing, Redis, Service, Settings, consumer, health, incoming, rounds};

/// How long calls and jobs have to end after the signal.
const GRACE: Duration = Duration::from_secs(20);
const HOUSEKEEPING: Duration = Duration::from_secs(3600);
/// A caller keeps one connection, which leads to one replica: so often it is asked to make a new one, which may lead to
/// another. Without this, replicas that come later would have nothing to do.
const CONNECTION_AGE: Duration = Duration::from_secs(300);

/// Starts the services and serves until `shutdown`. The services of a process reach each other without a port;
/// to others they are served on `Settings::grpc_addr`. The topology is of all services, wherever they run.
pub async fn run(settings: Settings, topology: Topology, services: Vec<Box<dyn Service>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    run_with(Peers::new(&settings)?, Leadership::sole(), settings, topology, services, shutdown).await
}

/// A context outside a running service, for commands: its peers are those that `run_with` is given.
pub async fn context(service: &'static str, settings: Settings) -> anyhow::Result<Context> {
    let settings = Arc::new(settings);
    let peers = Peers::new(&settings)?;
    Parts::new(peers, Leadership::sole(), Topology::default(), &settings)?.context(service, &settings, &CancellationToken::new())
}

/// As `run`, with peers that the caller keeps a hand on, and as one of several replicas.
pub async fn run_with(
    peers: Peers,
    leadership: Leadership,
    settings: Settings,
    topology: Topology,
    services: Vec<Box<dyn Service>>,
    told: CancellationToken,
) -> anyhow::Result<()> {
    let settings = Arc::new(settings);
    let shutdown = CancellationToken::new();
    let parts = Parts::new(peers, leadership, topology, &settings)?;
    let mut jobs = JoinSet::new();
    jobs.spawn(parts.ending.clone().run(told, shutdown.clone(), settings.drain));
    let mut checked = Vec::new();
    for service in &services {
        let context = parts.context(service.name(), &settings, &shutdown)?;
        checked.push(Checked::new(context, service.migrations()));
    }
    let checked = Arc::new(checked);
    parts.neighbours.set(checked.clone());

    let count = services.len();
    for (service, checked) in services.into_iter().zip(checked.iter()) {
        jobs.spawn(run_service(service, checked.clone(), parts.backlog.clone(), shutdown.clone()));
    }
    if !settings.grpc_addr.is_empty() {
        let listener = TcpListener::bind(&settings.grpc_addr).await.context("VESTIBULE_GRPC_ADDR")?;
        let served: Vec<_> = checked.iter().map(|service| service.context.service).collect();
        let connections = incoming::proved(listener, parts.peers.authority().server(&served)?, shutdown.clone());
        jobs.spawn(serve_grpc(connections, parts.peers.server(), parts.ending.clone()));
    }
    if !settings.admin_addr.is_empty() {
        let listener = TcpListener::bind(&settings.admin_addr).await.context("VESTIBULE_ADMIN_ADDR")?;
        jobs.spawn(serve_admin(listener, checked, shutdown.clone()));
    }
    tracing::info!(services = count, "begun");
    wait(jobs, shutdown).await
}

/// Starts a service as soon as its schema is there, and runs it to its end.
async fn run_service(service: Box<dyn Service>, checked: Checked, backlog: Backlog, shutdown: CancellationToken) -> anyhow::Result<()> {
    if shutdown.run_until_cancelled(checked.schema()).await.is_none() {
        return Ok(());
    }
    let context = checked.context.clone();
    let mut running = service.start(context.clone()).await.with_context(|| format!("starting {}", service.name()))?;
    if service.migrations().is_some() {
        running.jobs.spawn(crate::outbox::relay(context.clone(), shutdown.clone()));
        running.jobs.spawn(backlog.watch(context.clone(), shutdown.clone()));
        running.jobs.spawn(housekeeping(context.clone()));
    }
    context.peers.add(service.name(), running.routes.add_service(health::server(checked.clone())));
    checked.has_started();
    while let Some(ended) = running.jobs.join_next().await {
        ended.context("a job panicked")??;
    }
    Ok(())
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
    redis: Redis,
    signer: Signer,
    sealer: Sealer,
    outgoing: Outgoing,
    clock: Clock,
    metrics: Metrics,
    backlog: Backlog,
    neighbours: Neighbours,
    topology: Topology,
    leadership: Leadership,
    ending: Ending,
}

impl Parts {
    fn new(peers: Peers, leadership: Leadership, topology: Topology, settings: &Settings) -> anyhow::Result<Self> {
        let (clock, metrics) = (Clock::system(), Metrics::default());
        Ok(Parts {
            backlog: Backlog::register(&metrics),
            peers,
            redis: Redis::new(&settings.redis_url)?,
            signer: Signer::new(&settings.service_key, clock.clone()),
            sealer: Sealer::new(&settings.seal_key)?,
            outgoing: Outgoing::new(settings.private_networks.clone(), settings.certificate_authorities.clone())?,
            metrics,
            neighbours: Neighbours::default(),
            topology,
            leadership,
            ending: Ending::default(),
            clock,
        })
    }

    fn context(&self, service: &'static str, settings: &Arc<Settings>, shutdown: &CancellationToken) -> anyhow::Result<Context> {
        Ok(Context {
            service,
            settings: settings.clone(),
            database: Database::connect(settings, service)?,
            redis: self.redis.of(service),
            peers: self.peers.of(service),
            signer: self.signer.clone(),
            sealer: self.sealer.clone(),
            outgoing: self.outgoing.of(service),
            clock: self.clock.clone(),
            metrics: self.metrics.clone(),
            neighbours: self.neighbours.clone(),
            topology: self.topology.clone(),
            leadership: self.leadership.clone(),
            shutdown: shutdown.clone(),
            ending: self.ending.clone(),
        })
    }
}

/// Until every call that was taken is answered.
async fn serve_grpc(connections: impl Stream<Item = io::Result<TlsStream<TcpStream>>>, peers: axum::Router, ending: Ending) -> anyhow::Result<()> {
    let _serving = ending.serving.token();
    let server = tonic::transport::Server::builder().max_connection_age(CONNECTION_AGE).add_routes(tonic::service::Routes::from(peers));
    // The end of the connections is the server's signal, so that none of them is dropped over it.
    server.serve_with_incoming_shutdown(connections, pending()).await?;
    Ok(())
}

async fn serve_admin(listener: TcpListener, services: Arc<Vec<Checked>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    axum::serve(listener, admin::router(services)).with_graceful_shutdown(shutdown.cancelled_owned()).await?;
    Ok(())
}

async fn housekeeping(context: Context) -> anyhow::Result<()> {
    rounds(context.clone(), HOUSEKEEPING, "old inbox entries stay", || consumer::forget_old(&context)).await
}
