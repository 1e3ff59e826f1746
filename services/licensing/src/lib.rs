//! Licences of projects and the features that they enable. The other services receive the features by event.
pub mod app;
pub mod config;
mod domain;
pub mod events;
pub mod jobs;
pub mod operation;
pub mod rpc;
mod store;

use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::cluster_server::ClusterServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::licensing::v1::licenses_server::LicensesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use app::App;
use config::Config;
use events::Events;
use jobs::license_periods;
use rpc::{ClusterService, LicenseService, ListService};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Licensing;

#[async_trait::async_trait]
impl Service for Licensing {
    fn name(&self) -> &'static str {
        "licensing"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        events::TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let app = App { context: context.clone(), config: Config::from_env()? };
        let routes = Routes::new(LicensesServer::new(LicenseService(app.clone())))
            .add_service(ListsServer::new(ListService(app.clone())))
            .add_service(ClusterServer::new(ClusterService(app.clone())));
        let shutdown = context.shutdown.clone();
        let consumer = kit::consumer::consume(context, self.topics(), Events(app.clone()), shutdown);
        Ok(Running::new(routes).job(consumer).job(license_periods::run(app)))
    }
}
