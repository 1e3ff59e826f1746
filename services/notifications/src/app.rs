//! What every part of the service shares.
use std::sync::Arc;

use blob::Blobs;
use exports::Exports;
use kit::Context;
use tokio::sync::Notify;

use crate::config::Config;
use crate::jobs::mail_metrics::MailMetrics;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    pub mail_metrics: MailMetrics,
    /// Wakes the mail worker of this replica when mails have been queued.
    pub mail_queued: Arc<Notify>,
    pub exports: Exports,
    pub blobs: Blobs,
}

impl App {
    pub fn new(context: Context, config: Config) -> Self {
        App {
            mail_metrics: MailMetrics::register(&context.metrics),
            config: Arc::new(config),
            mail_queued: Arc::default(),
            exports: Exports::new(&context),
            blobs: Blobs::with_authorities(&context.settings.blob, &context.settings.certificate_authorities),
            context,
        }
    }
}
