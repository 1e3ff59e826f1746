//! Licences of projects and the features that they switch on. The other services gate by this one's events.
mod domain;
pub mod features;
pub mod project;
pub mod rpc;
mod store;

use kit::{Context, Running, Service, Settings};
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::licensing::v1::licenses_server::LicensesServer;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use project::EvaluationLicenses;
use rpc::{Licenses, Lists};

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

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let routes = Routes::new(LicensesServer::new(Licenses::new(context.clone()))).add_service(ListsServer::new(Lists::new(context.clone())));
        let shutdown = context.shutdown.clone();
        let handler = EvaluationLicenses::new(context.clock.clone());
        let consumer = kit::consumer::consume(context.clone(), &[project::TOPIC], handler, shutdown.clone());
        Ok(Running::new(routes).job(consumer).job(features::keep_told(context, shutdown)))
    }
}

/// Runs this service alone.
pub async fn run(settings: Settings, shutdown: CancellationToken) -> anyhow::Result<()> {
    kit::process::run(settings, vec![Box::new(Licensing)], shutdown).await
}
