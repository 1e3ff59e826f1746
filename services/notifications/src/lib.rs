//! Notifications of users, and every mail that the platform sends.
pub mod app;
pub mod config;
mod domain;
pub mod events;
pub mod jobs;
mod operation;
mod peers;
mod projection;
mod publish;
mod push;
pub mod rpc;
pub mod smtp;
mod store;
pub mod web_push;
pub mod webhook_http;

use kit::{Context, Running, Service};
use proto::vestibule::gateway::v1::lists_server::ListsServer;
use proto::vestibule::notifications::v1::announce_page_server::AnnouncePageServer;
use proto::vestibule::notifications::v1::announces_server::AnnouncesServer;
use proto::vestibule::notifications::v1::conversations_server::ConversationsServer;
use proto::vestibule::notifications::v1::emergency_alerts_server::EmergencyAlertsServer;
use proto::vestibule::notifications::v1::group_members_server::GroupMembersServer;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplatesServer;
use proto::vestibule::notifications::v1::notifications_server::NotificationsServer;
use proto::vestibule::notifications::v1::push_subscriptions_server::PushSubscriptionsServer;
use proto::vestibule::notifications::v1::webhooks_server::WebhooksServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use app::App;
use config::Config;
use events::Events;
use jobs::mail_worker::MailWorker;
use jobs::push_worker::PushWorker;
use jobs::webhook_worker::WebhookWorker;
use jobs::{alert_runs, announces, conversation_pictures, retention, webhook_backlog, webhook_projects};
use rpc::{
    AnnouncePageService, AnnounceService, ConversationService, EmergencyAlertService, GroupMembersService, ListService, MailTemplateService,
    NotificationService, PushSubscriptionService, WebhookService,
};

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
        let config = Config::from_env(&context.settings.public_url)?;
        let shutdown = context.shutdown.clone();
        let app = App::new(context.clone(), config);
        let routes = Routes::new(NotificationsServer::new(NotificationService(app.clone())))
            .add_service(MailTemplatesServer::new(MailTemplateService(app.clone())))
            .add_service(AnnouncesServer::new(AnnounceService(app.clone())))
            .add_service(AnnouncePageServer::new(AnnouncePageService(app.clone())))
            .add_service(ConversationsServer::new(ConversationService(app.clone())))
            .add_service(EmergencyAlertsServer::new(EmergencyAlertService(app.clone())))
            .add_service(PushSubscriptionsServer::new(PushSubscriptionService(app.clone())))
            .add_service(WebhooksServer::new(WebhookService(app.clone())))
            .add_service(GroupMembersServer::new(GroupMembersService(app.clone())))
            .add_service(ListsServer::new(ListService(app.clone())));
        let consumer = kit::consumer::consume(context, self.topics(), Events(app.clone()), shutdown.clone());
        Ok(Running::new(routes)
            .job(consumer)
            .job(MailWorker(app.clone()).run(shutdown.clone()))
            .job(PushWorker(app.clone()).run(shutdown.clone()))
            .job(WebhookWorker(app.clone()).run(shutdown))
            .job(webhook_projects::run(app.clone()))
            .job(webhook_backlog::run(app.clone()))
            .job(retention::run(app.clone()))
            .job(announces::run(app.clone()))
            .job(alert_runs::run(app.clone()))
            .job(alert_runs::repeat(app.clone()))
            .job(alert_runs::clean(app.clone()))
            .job(alert_runs::sweep(app.clone()))
            .job(conversation_pictures::clean(app.clone()))
            .job(conversation_pictures::sweep(app)))
    }
}
