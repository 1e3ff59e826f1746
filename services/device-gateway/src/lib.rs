//! Devices: what they are, what they should hold, what they hold, and what they report.

pub mod config;
pub mod domain;
pub mod driver;
pub mod rpc;

mod broker_users;
mod counters;
mod gateway;
mod intake;
mod numbers;
mod presence;
mod projection;
mod push;
mod store;
mod sync;

use kit::{Context, Running, Service};
use proto::vestibule::device::v1::broker_server::BrokerServer;
use proto::vestibule::device::v1::device_counts_server::DeviceCountsServer;
use proto::vestibule::device::v1::device_tasks_server::DeviceTasksServer;
use proto::vestibule::device::v1::devices_server::DevicesServer;
use proto::vestibule::device::v1::doors_server::DoorsServer;
use proto::vestibule::device::v1::events_server::EventsServer;
use proto::vestibule::device::v1::remote_sessions_server::RemoteSessionsServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use config::Config;
pub use gateway::Gateway;
pub use projection::{Projection, TOPICS};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct DeviceGateway;

#[async_trait::async_trait]
impl Service for DeviceGateway {
    fn name(&self) -> &'static str {
        "device-gateway"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let (gateway, mut running) = assemble(context, Config::from_env()?)?;
        let (context, shutdown) = (gateway.context.clone(), gateway.context.shutdown.clone());
        running.jobs.spawn(kit::consumer::consume(context, self.topics(), Projection::new(gateway), shutdown));
        Ok(running)
    }
}

/// The service without what it hears from other services: its calls and its own jobs. Tests hand it events themselves.
pub fn assemble(context: Context, config: Config) -> anyhow::Result<(Gateway, Running)> {
    let shutdown = context.shutdown.clone();
    let (link, connection) = driver::mqtt::Link::new(&context.settings, &config)?;
    let (gateway, changed_users) = Gateway::new(context, config, link);
    let heard = presence::Heard::default();
    let (door, raw) = intake::door(heard.clone(), gateway.counters.clone());

    let mut running = Running::new(routes(&gateway))
        .job(connection.run(door, shutdown.clone(), gateway.context.ending.over.clone()))
        .job(intake::run(gateway.clone(), raw, shutdown.clone()))
        .job(presence::run(gateway.clone(), heard, shutdown.clone()))
        .job(sync::heartbeat(gateway.clone(), shutdown.clone()))
        .job(sync::run(gateway.clone(), shutdown.clone()))
        .job(sync::sweep(gateway.clone()));
    if gateway.config.keeps_broker_users {
        running = running.job(broker_users::run(gateway.clone(), changed_users, shutdown));
    }
    Ok((gateway, running))
}

fn routes(gateway: &Gateway) -> Routes {
    Routes::new(DevicesServer::new(rpc::devices::DevicesRpc(gateway.clone())))
        .add_service(DeviceTasksServer::new(rpc::tasks::TasksRpc(gateway.clone())))
        .add_service(EventsServer::new(rpc::events::EventsRpc(gateway.clone())))
        .add_service(DoorsServer::new(rpc::doors::DoorsRpc(gateway.clone())))
        .add_service(RemoteSessionsServer::new(rpc::remote_sessions::RemoteSessionsRpc(gateway.clone())))
        .add_service(BrokerServer::new(rpc::broker::BrokerRpc(gateway.clone())))
        .add_service(DeviceCountsServer::new(rpc::count::CountRpc::new(&gateway.context)))
        .add_service(ListsServer::new(rpc::lists::ListsRpc))
}
