//! Runs one service or all of them, until it is requested to stop.
use std::future::pending;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use futures::Stream;
use kit_rpc::incoming;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;

use crate::admin::{self, HealthTarget, LocalServices};
use crate::backlog::Backlog;
use crate::caller::Signer;
use crate::metrics::Metrics;
use crate::peers::Peers;
use crate::seal::Sealer;
use crate::server_figures::ServerFigures;
use crate::signed_link::LinkSigner;
use crate::{
    Clock, Context, Database, Leadership, Outgoing, Redis, Service, Settings, Shutdown, Topology, consumer, dead_letters, health, run_periodically,
};

/// How long calls and jobs have to end after the signal.
const GRACE: Duration = Duration::from_secs(20);
const HOUSEKEEPING: Duration = Duration::from_secs(3600);
/// A caller's connection leads to one replica. After this time it is asked to connect anew, perhaps to
/// another replica: otherwise replicas that are added later would get no calls.
const CONNECTION_AGE: Duration = Duration::from_secs(300);
/// A caller that does not answer a ping of this interval is gone, with the calls that it had in flight.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// Starts the services and serves until `shutdown`. The services of a process reach each other without a port;
/// to others they are served on `Settings::grpc_addr`. The topology is of all services, wherever they run.
pub async fn run(settings: Settings, topology: Topology, services: Vec<Box<dyn Service>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    run_with(Peers::new(&settings)?, Leadership::sole(), settings, topology, services, shutdown).await
}

/// Of these services, as far as they run in this installation.
pub fn topology(services: &[Box<dyn Service>], settings: &Settings) -> Topology {
    Topology::of_services(services.iter().map(|service| (service.name(), service.topics())), settings)
}

/// A context outside a running service, for commands, with peers of its own.
pub async fn context(service: &'static str, settings: Settings) -> anyhow::Result<Context> {
    let settings = Arc::new(settings);
    let peers = Peers::new(&settings)?;
    SharedParts::new(peers, Leadership::sole(), Topology::default(), &settings)?.context(service, &settings, &CancellationToken::new())
}

/// As `run`, with peers that the caller has made, and as one of several replicas.
pub async fn run_with(
    peers: Peers,
    leadership: Leadership,
    settings: Settings,
    topology: Topology,
    services: Vec<Box<dyn Service>>,
    requested: CancellationToken,
) -> anyhow::Result<()> {
    let settings = Arc::new(settings);
    let shutdown = CancellationToken::new();
    let parts = SharedParts::new(peers, leadership, topology, &settings)?;
    let mut jobs = JoinSet::new();
    jobs.spawn(parts.shutdown_phases.clone().run(requested, shutdown.clone(), settings.drain));
    let (mut contexts, mut targets) = (Vec::new(), Vec::new());
    for service in &services {
        let context = parts.context(service.name(), &settings, &shutdown)?;
        targets.push(context.health_target(service.migrations()));
        contexts.push(context);
    }
    let targets = Arc::new(targets);
    parts.local_services.set(targets.clone());

    // Also while a service waits for its schema.
    let with_database = services.iter().zip(&contexts).filter(|(service, _)| service.migrations().is_some());
    let contexts_with_database: Vec<Context> = with_database.map(|(_, context)| context.clone()).collect();
    parts.server_figures.register_redis(&parts.metrics);
    if !contexts_with_database.is_empty() {
        parts.server_figures.register_postgres(&parts.metrics);
    }
    let names: Vec<_> = services.iter().map(|service| service.name()).collect();
    for ((service, context), target) in services.into_iter().zip(contexts).zip(targets.iter()) {
        jobs.spawn(run_service(service, context, target.clone(), parts.backlog.clone(), shutdown.clone()));
    }
    for context in contexts_with_database {
        jobs.spawn(parts.server_figures.clone().watch_postgres(context, shutdown.clone()));
    }
    jobs.spawn(parts.server_figures.clone().watch_redis(parts.redis.clone(), shutdown.clone()));
    if !settings.grpc_addr.is_empty() {
        let listener = TcpListener::bind(&settings.grpc_addr).await.context("VESTIBULE_GRPC_ADDR")?;
        let connections = incoming::accept_mutual_tls(listener, parts.peers.authority().server(&names)?, shutdown.clone());
        jobs.spawn(serve_grpc(connections, parts.peers.server(), parts.shutdown_phases.clone()));
    }
    if !settings.admin_addr.is_empty() {
        let listener = TcpListener::bind(&settings.admin_addr).await.context("VESTIBULE_ADMIN_ADDR")?;
        jobs.spawn(serve_admin(listener, targets, shutdown.clone()));
    }
    tracing::info!(services = names.len(), "begun");
    wait(jobs, shutdown).await
}

/// Starts a service as soon as its schema is there, and runs it to its end.
async fn run_service(
    service: Box<dyn Service>,
    context: Context,
    target: HealthTarget,
    backlog: Backlog,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    if shutdown.run_until_cancelled(target.schema()).await.is_none() {
        return Ok(());
    }
    let mut running = service.start(context.clone()).await.with_context(|| format!("starting {}", service.name()))?;
    if service.migrations().is_some() {
        running.jobs.spawn(crate::outbox::relay(context.clone(), shutdown.clone()));
        running.jobs.spawn(backlog.watch(context.clone(), shutdown.clone()));
        running.jobs.spawn(housekeeping(context.clone()));
    }
    let routes = running.routes.add_service(health::server(context.clone(), target.clone()));
    context.peers.add(service.name(), routes.add_service(dead_letters::server(context.clone())));
    target.has_started();
    while let Some(ended) = running.jobs.join_next().await {
        ended.context("a job panicked")??;
    }
    Ok(())
}

/// Waits for the signal, or for a job that fails: a process of which a part has failed is restarted as a whole.
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
struct SharedParts {
    peers: Peers,
    redis: Redis,
    signer: Signer,
    links: LinkSigner,
    sealer: Sealer,
    outgoing: Outgoing,
    clock: Clock,
    metrics: Metrics,
    backlog: Backlog,
    server_figures: ServerFigures,
    local_services: LocalServices,
    topology: Topology,
    leadership: Leadership,
    shutdown_phases: Shutdown,
}

impl SharedParts {
    fn new(peers: Peers, leadership: Leadership, topology: Topology, settings: &Settings) -> anyhow::Result<Self> {
        let (clock, metrics) = (Clock::system(), Metrics::default());
        Ok(SharedParts {
            backlog: Backlog::register(&metrics),
            server_figures: ServerFigures::default(),
            peers,
            redis: Redis::with_authorities(&settings.redis_url, &settings.certificate_authorities)?,
            signer: Signer::new(&settings.service_keys, clock.clone()),
            links: LinkSigner::new(&settings.service_keys, clock.clone()),
            sealer: Sealer::with_former(&settings.seal_key, &settings.former_seal_keys)?,
            outgoing: Outgoing::new(settings.private_networks.clone(), settings.certificate_authorities.clone())?,
            metrics,
            local_services: LocalServices::default(),
            topology,
            leadership,
            shutdown_phases: Shutdown::default(),
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
            links: self.links.clone(),
            sealer: self.sealer.clone(),
            outgoing: self.outgoing.of(service),
            clock: self.clock.clone(),
            metrics: self.metrics.clone(),
            local_services: self.local_services.clone(),
            topology: self.topology.clone(),
            leadership: self.leadership.clone(),
            shutdown: shutdown.clone(),
            shutdown_phases: self.shutdown_phases.clone(),
        })
    }
}

/// Serves until every call that was accepted is answered.
async fn serve_grpc(
    connections: impl Stream<Item = io::Result<TlsStream<TcpStream>>>,
    peers: axum::Router,
    shutdown_phases: Shutdown,
) -> anyhow::Result<()> {
    let _in_flight = shutdown_phases.in_flight.token();
    let mut builder = tonic::transport::Server::builder().max_connection_age(CONNECTION_AGE).http2_keepalive_interval(Some(PING_INTERVAL));
    let server = builder.add_routes(tonic::service::Routes::from(peers));
    // The server stops at the end of the stream of connections; a signal would drop those that had not been accepted yet.
    server.serve_with_incoming_shutdown(connections, pending()).await?;
    Ok(())
}

async fn serve_admin(listener: TcpListener, services: Arc<Vec<HealthTarget>>, shutdown: CancellationToken) -> anyhow::Result<()> {
    axum::serve(listener, admin::router(services)).with_graceful_shutdown(shutdown.cancelled_owned()).await?;
    Ok(())
}

async fn housekeeping(context: Context) -> anyhow::Result<()> {
    run_periodically(context.clone(), HOUSEKEEPING, "old inbox entries stay", || consumer::forget_old(&context.database)).await
}
