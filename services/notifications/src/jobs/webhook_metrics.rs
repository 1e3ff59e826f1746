//! Metrics of webhooks.
use kit::metrics::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

#[derive(Clone, Default)]
pub struct WebhookMetrics {
    pub delivered: Counter,
    pub failed: Counter,
    pub given_up: Counter,
    pub pending: Gauge,
    pub dead: Gauge,
    pub oldest: Gauge,
}

impl WebhookMetrics {
    pub fn register(metrics: &Metrics) -> WebhookMetrics {
        let webhook_metrics = WebhookMetrics::default();
        let counts = [
            ("webhook_deliveries_sent", "Deliveries that servers of webhooks accepted", &webhook_metrics.delivered),
            ("webhook_attempts_failed", "Attempts of deliveries to webhooks that failed", &webhook_metrics.failed),
            ("webhook_deliveries_given_up", "Deliveries that became dead letters", &webhook_metrics.given_up),
        ];
        for (name, help, counter) in counts {
            metrics.register(name, help, counter.clone());
        }
        let gauges = [
            ("webhook_deliveries_waiting", "Deliveries to enabled webhooks that wait", &webhook_metrics.pending),
            ("webhook_dead_letters", "Dead letters of webhooks", &webhook_metrics.dead),
            ("webhook_oldest_delivery_seconds", "Age of the oldest delivery to an enabled webhook that waits", &webhook_metrics.oldest),
        ];
        for (name, help, gauge) in gauges {
            metrics.register(name, help, gauge.clone());
        }
        webhook_metrics
    }
}
