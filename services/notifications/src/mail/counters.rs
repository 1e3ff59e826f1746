//! What is counted of mails, for /metrics.
use kit::metrics::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

#[derive(Clone, Default)]
pub struct Counters {
    pub sent: Counter,
    pub failed: Counter,
    pub postponed: Counter,
    pub waiting: Gauge,
    pub without_server: Gauge,
}

impl Counters {
    pub fn register(metrics: &Metrics) -> Counters {
        let counters = Counters::default();
        let counts = [
            ("mails_sent", "Mails that a mail server took", &counters.sent),
            ("mails_failed", "Mails that were given up", &counters.failed),
            ("mails_postponed", "Attempts to send a mail that are to be repeated", &counters.postponed),
        ];
        for (name, help, counter) in counts {
            metrics.register(name, help, counter.clone());
        }
        metrics.register("mails_waiting", "Mails in the queue", counters.waiting.clone());
        metrics.register("mails_without_server", "Mails that wait because there is no mail server", counters.without_server.clone());
        counters
    }
}
