//! What users are told: who hears of a door's event, what they have read, what they want to hear of.
mod domain;
pub mod events;
mod push;
pub mod retention;
pub mod rpc;
mod store;

use kit::{Context, Running, Service, Settings};
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::notifications::v1::notifications_server::NotificationsServer;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use events::Events;

pub static MIGRATIONS: Migrator = sqlx::migrate!();

pub struct Notifications;

#[async_trait::async_trait]
impl Service for Notifications {
    fn name(&self) -> &'static str {
        "notifications"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&MIGRATIONS)
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let routes = Routes::new(NotificationsServer::new(rpc::Notifications::new(context.clone())))
            .add_service(ListsServer::new(rpc::Lists::new(context.clone())));
        let shutdown = context.shutdown.clone();
        let handler = Events::new(context.clone());
        let consumer = kit::consumer::consume(context.clone(), events::TOPICS, handler, shutdown.clone());
        Ok(Running::new(routes).job(consumer).job(retention::keep(context, shutdown)))
    }
}

/// Runs this service alone.
pub async fn run(settings: Settings, shutdown: CancellationToken) -> anyhow::Result<()> {
    kit::process::run(settings, vec![Box::new(Notifications)], shutdown).await
}
