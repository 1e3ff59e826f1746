//! Amenities and their reservations. The service runs and projects the group tree; it has no operations yet.
pub mod app;
pub mod rpc;

use kit::tree::{self, Projection};
use kit::{Context, Running, Service};
use proto::vestibule::amenities::v1::amenities_server::AmenitiesServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use app::App;
use rpc::{AmenityService, ListService};

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Amenities;

#[async_trait::async_trait]
impl Service for Amenities {
    fn name(&self) -> &'static str {
        "amenities"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    fn topics(&self) -> &'static [&'static str] {
        &[tree::TOPIC]
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let app = App { context: context.clone() };
        let routes = Routes::new(AmenitiesServer::new(AmenityService)).add_service(ListsServer::new(ListService(app)));
        let shutdown = context.shutdown.clone();
        Ok(Running::new(routes).job(kit::consumer::consume(context, self.topics(), Projection, shutdown)))
    }
}
