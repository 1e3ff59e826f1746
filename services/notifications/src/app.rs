//! What every part of the service shares.
use std::sync::Arc;
use std::time::Duration;

use blob::Blobs;
use exports::Exports;
use kit::Context;
use tokio::sync::Notify;

use crate::config::Config;
use crate::domain::webhook_projects::WebhookProjects;
use crate::jobs::mail_metrics::MailMetrics;
use crate::jobs::webhook_metrics::WebhookMetrics;
use crate::webhook_http::SEND_TIMEOUT;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    pub mail_metrics: MailMetrics,
    /// Wakes the mail worker of this replica when mails have been queued.
    pub mail_queued: Arc<Notify>,
    pub webhook_metrics: WebhookMetrics,
    /// Wakes the webhook worker of this replica when deliveries have been stored.
    pub webhook_queued: Arc<Notify>,
    pub webhook_projects: Arc<WebhookProjects>,
    /// Of one message to a webhook.
    pub webhook_timeout: Duration,
    pub exports: Exports,
    pub blobs: Blobs,
}

impl App {
    pub fn new(context: Context, config: Config) -> Self {
        App {
            mail_metrics: MailMetrics::register(&context.metrics),
            config: Arc::new(config),
            mail_queued: Arc::default(),
            webhook_metrics: WebhookMetrics::register(&context.metrics),
            webhook_queued: Arc::default(),
            webhook_projects: Arc::default(),
            webhook_timeout: SEND_TIMEOUT,
            exports: Exports::new(&context),
            blobs: Blobs::with_authorities(&context.settings.blob, &context.settings.certificate_authorities),
            context,
        }
    }
}
