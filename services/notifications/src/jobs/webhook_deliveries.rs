//! Deliveries to webhooks that are under way: so many at a time, and of each project and webhook no more than its share.
use std::collections::HashMap;

use tokio::task::JoinSet;
use tracing::{Instrument, Span};

/// Whose a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WebhookKey {
    pub project_id: i64,
    pub webhook_id: i64,
}

#[derive(Default)]
pub(super) struct WebhookDeliveries {
    tasks: JoinSet<WebhookKey>,
    counts: HashMap<WebhookKey, usize>,
}

impl WebhookDeliveries {
    pub fn start(&mut self, key: WebhookKey, span: Span, delivery: impl Future<Output = ()> + Send + 'static) {
        *self.counts.entry(key).or_default() += 1;
        self.tasks.spawn(async move {
            // In a task of its own: after a panic the counts are still decremented.
            if let Err(error) = tokio::spawn(delivery.instrument(span)).await {
                tracing::error!(%error, "a delivery to a webhook panicked");
            }
            key
        });
    }

    /// Waits for one of them to end.
    pub async fn next(&mut self) {
        if let Some(Ok(key)) = self.tasks.join_next().await
            && let Some(count) = self.counts.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Projects and webhooks that have reached their limits.
    pub fn busy(&self, max_per_project: usize, max_per_webhook: usize) -> (Vec<i64>, Vec<i64>) {
        let mut projects: HashMap<i64, usize> = HashMap::new();
        for (key, count) in &self.counts {
            *projects.entry(key.project_id).or_default() += count;
        }
        let busy_projects = projects.into_iter().filter(|(_, count)| *count >= max_per_project).map(|(project, _)| project).collect();
        let busy_webhooks = self.counts.iter().filter(|(_, count)| **count >= max_per_webhook).map(|(key, _)| key.webhook_id).collect();
        (busy_projects, busy_webhooks)
    }
}
