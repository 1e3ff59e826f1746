//! Licences of projects and the features that they enable. The other services receive the features by event.
pub mod app;
pub mod config;
pub mod domain;
pub mod events;
pub mod jobs;
mod license_server;
pub mod operation;
mod projection;
pub mod rpc;
mod store;

use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::cluster_server::ClusterServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::licensing::v1::group_licenses_server::GroupLicensesServer;
use proto::vestibule::licensing::v1::group_moves_server::GroupMovesServer;
use proto::vestibule::licensing::v1::license_reports_server::LicenseReportsServer;
use proto::vestibule::licensing::v1::licenses_server::LicensesServer;
use proto::vestibule::licensing::v1::user_licenses_server::UserLicensesServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use app::App;
use config::Config;
use events::Events;
use jobs::{cloud_licenses, license_days, license_periods, reminders, snapshots};
use rpc::{ClusterService, GroupLicenseService, GroupMoveService, LicenseReportService, LicenseService, ListService, UserLicenseService};

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
        let config = Config::from_env(&context.settings.seal_key)?;
        let app = App::new(context.clone(), config)?;
        let shutdown = context.shutdown.clone();
        let consumer = kit::consumer::consume(context, self.topics(), Events(app.clone()), shutdown);
        Ok(Running::new(routes(&app))
            .job(consumer)
            .job(license_periods::run(app.clone()))
            .job(license_days::run(app.clone()))
            .job(reminders::run(app.clone()))
            .job(snapshots::run(app.clone()))
            .job(cloud_licenses::run(app)))
    }
}

fn routes(app: &App) -> Routes {
    Routes::new(LicensesServer::new(LicenseService(app.clone())))
        .add_service(GroupLicensesServer::new(GroupLicenseService(app.clone())))
        .add_service(UserLicensesServer::new(UserLicenseService(app.clone())))
        .add_service(LicenseReportsServer::new(LicenseReportService(app.clone())))
        .add_service(GroupMovesServer::new(GroupMoveService(app.clone())))
        .add_service(ListsServer::new(ListService(app.clone())))
        .add_service(ClusterServer::new(ClusterService(app.clone())))
}
