//! Metrics of a process, for Prometheus.
use std::sync::{Arc, Mutex};

use prometheus_client::encoding::text::encode;
use prometheus_client::registry::{Metric, Registry};

#[derive(Clone, Default)]
pub struct Metrics(Arc<Mutex<Registry>>);

impl Metrics {
    pub fn register(&self, name: &str, help: &str, metric: impl Metric) {
        self.0.lock().expect("not poisoned").register(name, help, metric);
    }

    /// In the text format of OpenMetrics.
    pub fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.0.lock().expect("not poisoned")).expect("writing to a String does not fail");
        text
    }
}
