//! Messages that are left unanswered: each is counted, and one line a minute says so.
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use device_protocol::Serial;
use prometheus_client::metrics::counter::Counter;

const LOG_INTERVAL: Duration = Duration::from_secs(60);

pub struct Dropped {
    counter: Counter,
    window: Mutex<Window>,
}

#[derive(Default)]
struct Window {
    logged_at: Option<Instant>,
    /// Since then.
    messages: u64,
}

impl Dropped {
    pub fn new(counter: Counter) -> Dropped {
        Dropped { counter, window: Mutex::default() }
    }

    pub fn count(&self, serial: &Serial, why: &str) {
        self.counter.inc();
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        window.messages += 1;
        if window.logged_at.is_none_or(|at| at.elapsed() >= LOG_INTERVAL) {
            tracing::warn!(%serial, why, messages = window.messages, "messages of devices are left unanswered: they will be sent again");
            *window = Window { logged_at: Some(Instant::now()), messages: 0 };
        }
    }
}
