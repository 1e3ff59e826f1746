//! Metrics of mails.
use kit::metrics::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

#[derive(Clone, Default)]
pub struct MailMetrics {
    pub sent: Counter,
    pub failed: Counter,
    pub postponed: Counter,
    pub waiting: Gauge,
    pub without_server: Gauge,
}

impl MailMetrics {
    pub fn register(metrics: &Metrics) -> MailMetrics {
        let mail_metrics = MailMetrics::default();
        let counts = [
            ("mails_sent", "Mails that a mail server accepted", &mail_metrics.sent),
            ("mails_failed", "Mails that were given up", &mail_metrics.failed),
            ("mails_postponed", "Attempts to send a mail that are to be repeated", &mail_metrics.postponed),
        ];
        for (name, help, counter) in counts {
            metrics.register(name, help, counter.clone());
        }
        metrics.register("mails_waiting", "Mails in the queue", mail_metrics.waiting.clone());
        metrics.register("mails_without_server", "Mails that wait because there is no mail server", mail_metrics.without_server.clone());
        mail_metrics
    }
}
