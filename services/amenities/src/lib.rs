//! Amenities and their reservations: the service runs and follows the group tree; its operations are still to come.
mod rpc;

use kit::tree::{self, Projection};
use kit::{Context, Running, Service};
use proto::vestibule::amenities::v1::amenities_server::AmenitiesServer;
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

pub use rpc::{Calls, Lists};

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
        let routes = Routes::new(AmenitiesServer::new(Calls)).add_service(ListsServer::new(Lists::new(context.clone())));
        let shutdown = context.shutdown.clone();
        Ok(Running::new(routes).job(kit::consumer::consume(context, self.topics(), Projection, shutdown)))
    }
}
