//! What the service counts, for /metrics.
use kit::metrics::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

#[derive(Clone, Default)]
pub struct Counters {
    pub events_stored: Counter,
    pub events_repeated: Counter,
    pub messages_rejected: Counter,
    pub messages_dropped: Counter,
    pub checks_undecided: Counter,
    pub tasks_completed: Counter,
    pub tasks_failed: Counter,
    pub snapshots_stored: Counter,
    pub snapshots_failed: Counter,
    pub broker_connected: Gauge,
    pub devices_online: Gauge,
}

impl Counters {
    pub fn register(metrics: &Metrics) -> Counters {
        let counters = Counters::default();
        let all = [
            ("device_events_stored", "Events of devices that were stored", &counters.events_stored),
            ("device_events_repeated", "Events of devices that were stored before", &counters.events_repeated),
            ("device_messages_rejected", "Messages of devices, and events in them, that made no sense", &counters.messages_rejected),
            ("device_messages_dropped", "Messages of devices left unanswered because too many waited", &counters.messages_dropped),
            ("device_checks_undecided", "Questions of devices at a door that were left to them", &counters.checks_undecided),
            ("device_tasks_completed", "Tasks that devices carried out", &counters.tasks_completed),
            ("device_tasks_failed", "Tasks that went wrong for good", &counters.tasks_failed),
            ("device_snapshots_stored", "Images of events that were stored", &counters.snapshots_stored),
            ("device_snapshots_failed", "Events that stay without an image although their device has a camera", &counters.snapshots_failed),
        ];
        for (name, help, counter) in all {
            metrics.register(name, help, counter.clone());
        }
        metrics.register(
            "device_broker_connected",
            "Whether this replica is connected to the MQTT broker, 0 or 1",
            counters.broker_connected.clone(),
        );
        metrics.register("devices_online", "Devices that this replica knows to be online", counters.devices_online.clone());
        counters
    }
}
