//! What users are told: who hears of a door's event, what they have read, what they want to hear of; and every mail
//! that the platform sends.
mod domain;
pub mod events;
pub mod mail;
mod operation;
mod push;
pub mod retention;
pub mod rpc;
mod store;

use std::sync::Arc;

use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplatesServer;
use proto::vestibule::notifications::v1::notifications_server::NotificationsServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use events::Events;
use mail::config::Config;
use mail::post::Post;

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

    fn topics(&self) -> &'static [&'static str] {
        events::TOPICS
    }

    async fn start(&self, context: Context) -> anyhow::Result<Running> {
        let config = Arc::new(Config::from_env(&context.settings.public_url)?);
        let routes = Routes::new(NotificationsServer::new(rpc::Notifications::new(context.clone())))
            .add_service(MailTemplatesServer::new(rpc::MailTemplates::new(context.clone(), config.clone())))
            .add_service(ListsServer::new(rpc::Lists::new(context.clone())));
        let shutdown = context.shutdown.clone();
        let post = Post::new(context.clone(), config);
        let handler = Events::new(context.clone(), post.clone());
        let consumer = kit::consumer::consume(context.clone(), self.topics(), handler, shutdown.clone());
        Ok(Running::new(routes).job(consumer).job(post.run(shutdown.clone())).job(retention::keep(context)))
    }
}
