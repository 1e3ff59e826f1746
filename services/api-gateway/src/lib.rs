//! The entrance of the platform: REST at /api/v0, the websocket, the console. It authenticates and translates; it has no
//! business rules and no table.
mod api_site;
mod app;
pub mod config;
mod domain;
mod error;
mod jobs;
mod operation;
mod rest;
mod rpc;
mod server;
mod session;
mod store;
mod ws;

use kit::db::Migrator;
use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::backups_server::BackupsServer;
use proto::vestibule::gateway::v1::dead_letters_server::DeadLettersServer;
use proto::vestibule::gateway::v1::search_server::SearchServer;
use proto::vestibule::gateway::v1::sites_server::SitesServer;
use proto::vestibule::gateway::v1::system_server::SystemServer;
use tonic::service::Routes;

use crate::app::App;
use crate::config::Config;
use crate::rpc::{BackupService, DeadLetterService, SearchService, SiteService, SystemService};

const SERVICE: &str = "api-gateway";

pub struct ApiGateway;

#[async_trait::async_trait]
impl Service for ApiGateway {
    fn name(&self) -> &'static str {
        SERVICE
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        None
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let app = App::new(context, Config::from_env()?)?;
        let serving = server::start(&app).await?;
        let routes = Routes::new(SystemServer::new(SystemService(app.clone())))
            .add_service(DeadLettersServer::new(DeadLetterService(app.clone())))
            .add_service(SearchServer::new(SearchService(app.clone())))
            .add_service(SitesServer::new(SiteService(app.clone())))
            .add_service(BackupsServer::new(BackupService(app.clone())));
        let running = Running::new(routes).job(serving).job(jobs::backups::run(app.clone())).job(jobs::expired_backups::run(app.clone()));
        let running = running.job(jobs::forgotten_backups::run(app.clone()));
        Ok(running.job(jobs::session_changes::run(app.clone())).job(jobs::pushes::run(app)))
    }
}

/// The OpenAPI document of every operation.
pub fn openapi() -> anyhow::Result<serde_json::Value> {
    rest::openapi::document()
}
