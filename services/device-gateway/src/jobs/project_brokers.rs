//! Connects to the brokers of projects, and leaves those that are no longer used. In every process: each calls devices.
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kit::Result;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::broker_users::Reconciler;
use crate::intake::{self, Room};
use crate::jobs::presence::{self, PresenceBuffer};
use crate::mqtt::{BrokerEndpoint, BrokerLink, BrokerScope, MqttClient, MqttConnection};
use crate::store::project_broker::{self, ProjectBrokerRow};

const INTERVAL: Duration = Duration::from_secs(2);

/// A connection that runs; it ends with its tokens.
struct RunningLink {
    stop: CancellationToken,
    leave: CancellationToken,
}

impl RunningLink {
    fn end(&self) {
        self.stop.cancel();
        self.leave.cancel();
    }
}

/// Until shutdown.
pub async fn run(app: App, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut running: HashMap<i64, RunningLink> = HashMap::new();
    loop {
        if let Err(error) = reconcile(&app, &mut running, &shutdown).await {
            tracing::warn!(%error, "the brokers of projects could not be read: tried again");
        }
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            _ = tokio::time::sleep(INTERVAL) => {}
            _ = app.broker_work.notified() => {}
        }
    }
}

async fn reconcile(app: &App, running: &mut HashMap<i64, RunningLink>, shutdown: &CancellationToken) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let brokers = project_broker::list_used(&mut tx).await?;
    tx.commit().await?;
    let used: HashSet<i64> = brokers.iter().map(|broker| broker.id).collect();
    running.retain(|id, link| {
        let is_used = used.contains(id);
        if !is_used {
            app.brokers.remove(*id);
            link.end();
        }
        is_used
    });
    for broker in brokers.iter().filter(|broker| !running.contains_key(&broker.id)).collect::<Vec<_>>() {
        match start(app, broker, shutdown) {
            Ok(link) => drop(running.insert(broker.id, link)),
            Err(error) => tracing::error!(broker = broker.id, error = format!("{error:#}"), "the broker of a project cannot be connected to"),
        }
    }
    Ok(())
}

fn start(app: &App, broker: &ProjectBrokerRow, shutdown: &CancellationToken) -> anyhow::Result<RunningLink> {
    let endpoint = BrokerEndpoint::of_project(broker, &app.context.sealer, &app.context.outgoing)?;
    let (mqtt, connection) = MqttClient::new(&endpoint, &app.config.installation)?;
    let link = BrokerLink { scope: BrokerScope { broker_id: Some(broker.id), project_id: Some(broker.project_id) }, mqtt };
    let reconciler =
        broker.manages_users.then(|| Reconciler::new(&app.context, &app.config, &link.mqtt, endpoint.login()).of_project(broker.project_id));
    let running = RunningLink { stop: shutdown.child_token(), leave: app.context.shutdown_phases.terminated.child_token() };
    app.brokers.insert(broker.id, link.clone());
    let (app, stop, leave, id) = (app.clone(), running.stop.clone(), running.leave.clone(), broker.id);
    kit::telemetry::spawn(app.context.service, "the broker of a project", async move {
        if let Err(error) = serve(app, link, connection, reconciler, stop, leave).await {
            tracing::error!(broker = id, error = format!("{error:#}"), "the connection to the broker of a project ended");
        }
    });
    Ok(running)
}

/// Everything that the connection to the broker of a project needs, until shutdown.
async fn serve(
    app: App,
    link: BrokerLink,
    connection: MqttConnection,
    reconciler: Option<Reconciler>,
    shutdown: CancellationToken,
    terminated: CancellationToken,
) -> anyhow::Result<()> {
    let buffer = PresenceBuffer::new(presence::MAX_UNSTORED_OF_PROJECT, app.counters.devices_online.clone());
    let room = Room::of_project_broker(&app.project_room);
    let (inbox, messages) = intake::inbox(room, buffer.clone(), &app.counters);
    let changes = app.broker_users.subscribe();
    let users = async {
        match reconciler {
            Some(reconciler) => reconciler.run(changes, shutdown.clone()).await,
            None => Ok(()),
        }
    };
    tokio::try_join!(
        connection.run(inbox, shutdown.clone(), terminated),
        intake::run(app.clone(), link.clone(), messages, shutdown.clone()),
        presence::run(app.clone(), link.scope, buffer.clone(), shutdown.clone()),
        presence::find_missing(app.clone(), link, buffer, shutdown.clone()),
        users,
    )?;
    Ok(())
}
