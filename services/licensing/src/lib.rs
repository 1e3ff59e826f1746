//! Licences of projects and the features that they switch on. The other services gate by this one's events.
mod domain;
pub mod features;
pub mod project;
pub mod rpc;
mod store;

use anyhow::Context as _;
use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::cluster_server::ClusterServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::licensing::v1::licenses_server::LicensesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use project::EvaluationLicenses;
use rpc::{Cluster, Licenses, Lists};

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
        &[project::TOPIC]
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let routes = Routes::new(LicensesServer::new(Licenses::new(context.clone())))
            .add_service(ListsServer::new(Lists::new(context.clone())))
            .add_service(ClusterServer::new(Cluster::new(context.clone(), pods()?)));
        let shutdown = context.shutdown.clone();
        let handler = EvaluationLicenses::new(context.clock.clone());
        let consumer = kit::consumer::consume(context.clone(), self.topics(), handler, shutdown.clone());
        Ok(Running::new(routes).job(consumer).job(features::keep_told(context)))
    }
}

/// VESTIBULE_PODS: where Kubernetes runs the platform, as `namespace/release`; None for elsewhere.
fn pods() -> anyhow::Result<Option<cluster::Pods>> {
    let text = std::env::var("VESTIBULE_PODS").unwrap_or_default();
    if text.is_empty() { Ok(None) } else { Ok(Some(text.parse().context("VESTIBULE_PODS")?)) }
}
