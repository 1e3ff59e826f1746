//! The metric of how long events have waited in the outboxes of this process. It shows that RabbitMQ cannot be reached,
//! since services stay ready without it (docs/adr/0051).
use std::time::Duration;

use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use tokio_util::sync::CancellationToken;

use crate::metrics::Metrics;
use crate::{Context, outbox};

const CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// `{outbox="identity"}`
type Of = [(&'static str, &'static str); 1];

#[derive(Clone)]
pub(crate) struct Backlog {
    ages: Family<Of, Gauge>,
}

impl Backlog {
    pub fn register(metrics: &Metrics) -> Self {
        let ages: Family<Of, Gauge> = Family::default();
        metrics.register("outbox_oldest_seconds", "How long the oldest event has waited to be sent", ages.clone());
        Backlog { ages }
    }

    /// Updates the metric periodically, until shutdown.
    pub async fn watch(self, context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
        let mut looks = tokio::time::interval(CHECK_INTERVAL);
        while shutdown.run_until_cancelled(looks.tick()).await.is_some() {
            match outbox::age(&context.database).await {
                Ok(age) => {
                    self.ages.get_or_create(&[("outbox", context.service)]).set(age);
                }
                Err(error) => tracing::warn!(service = context.service, %error, "it is not known how long events have waited"),
            }
        }
        Ok(())
    }
}
