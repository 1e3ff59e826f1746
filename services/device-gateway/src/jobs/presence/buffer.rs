//! What the broker says about who is online, until it is stored.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use device_protocol::{Presence, Serial};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;

/// Unstored updates of the installation's broker, whose devices are known to it, and of a broker that a project named, which may
/// report any number of devices. Of further devices nothing is recorded until those are stored.
pub const MAX_UNSTORED: usize = 100_000;
pub const MAX_UNSTORED_OF_PROJECT: usize = 10_000;
/// For so long nothing is recorded of a device that is online and sends something: another process may have stored meanwhile that
/// it is offline, when it did not answer that one.
const HEARD_INTERVAL: Duration = Duration::from_secs(300);
/// For so long a serial number that no device has is not looked up again because something was sent with it.
const STRANGER_TTL: Duration = Duration::from_secs(60);

/// The last presence of each device until it is stored: at most one entry for each device.
#[derive(Clone)]
pub struct PresenceBuffer {
    state: Arc<Mutex<State>>,
    pub(super) changed: Arc<Notify>,
}

struct State {
    updates: HashMap<String, Update>,
    /// Devices that are online, as far as the broker has reported since the connection was made, and when that was last recorded.
    online: HashMap<String, Instant>,
    /// Serial numbers that no device has of which this broker may report, and when they were looked up.
    strangers: HashMap<String, Instant>,
    max_unstored: usize,
    /// Counts those that are online at all brokers.
    gauge: Gauge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    pub presence: Presence,
    /// It has connected meanwhile, even if it is offline now. A retained status does not say when the device connected.
    pub has_connected: bool,
}

impl PresenceBuffer {
    pub fn new(max_unstored: usize, gauge: Gauge) -> PresenceBuffer {
        let state = State { updates: HashMap::new(), online: HashMap::new(), strangers: HashMap::new(), max_unstored, gauge };
        PresenceBuffer { state: Arc::new(Mutex::new(state)), changed: Arc::default() }
    }

    /// Returns false when too many wait to be stored.
    pub fn record(&self, serial: &Serial, presence: Presence, is_retained: bool) -> bool {
        let is_recorded = self.lock().record(serial.as_str(), presence, is_retained);
        if is_recorded {
            self.changed.notify_one();
        }
        is_recorded
    }

    /// The device has sent something, so that it is online, whatever the broker reported or lost.
    pub fn record_heard(&self, serial: &Serial) {
        let mut state = self.lock();
        let is_within = |times: &HashMap<String, Instant>, interval: Duration| times.get(serial.as_str()).is_some_and(|at| at.elapsed() < interval);
        if is_within(&state.online, HEARD_INTERVAL) || is_within(&state.strangers, STRANGER_TTL) {
            return;
        }
        if state.record(serial.as_str(), Presence::Online, true) {
            self.changed.notify_one();
        }
    }

    /// After the connection is lost: with the next one the broker says again who is online.
    pub fn clear_online(&self) {
        self.lock().clear_online();
    }

    /// No device has these serial numbers of which this broker may report. What was recorded since counts.
    pub fn forget<'a>(&self, strangers: impl IntoIterator<Item = &'a String>) {
        let mut state = self.lock();
        let now = Instant::now();
        for serial in strangers {
            if state.updates.contains_key(serial) {
                continue;
            }
            state.set_online(serial, None);
            if state.strangers.len() >= state.max_unstored {
                state.strangers.clear();
            }
            state.strangers.insert(serial.clone(), now);
        }
    }

    pub fn take(&self) -> HashMap<String, Update> {
        std::mem::take(&mut self.lock().updates)
    }

    /// Puts back updates that could not be stored, unless there is a newer one of the same device.
    pub fn requeue(&self, old: HashMap<String, Update>) {
        let mut state = self.lock();
        for (serial, old) in old {
            state.updates.entry(serial).and_modify(|newer| newer.has_connected |= old.has_connected).or_insert(old);
        }
        self.changed.notify_one();
    }

    /// Serial numbers of the devices that are online, as far as the broker has reported since the connection was made.
    pub fn online_serials(&self) -> Vec<String> {
        self.lock().online.keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    fn record(&mut self, serial: &str, presence: Presence, is_retained: bool) -> bool {
        let is_known = self.updates.contains_key(serial) || self.online.contains_key(serial);
        if !is_known && self.updates.len() >= self.max_unstored {
            return false;
        }
        let is_online = presence == Presence::Online;
        self.set_online(serial, is_online.then(Instant::now));
        let before = self.updates.get(serial).is_some_and(|update| update.has_connected);
        self.updates.insert(serial.into(), Update { presence, has_connected: before || (is_online && !is_retained) });
        true
    }

    fn set_online(&mut self, serial: &str, since: Option<Instant>) {
        match since {
            Some(since) => {
                if self.online.insert(serial.into(), since).is_none() {
                    self.gauge.inc();
                }
            }
            None => {
                if self.online.remove(serial).is_some() {
                    self.gauge.dec();
                }
            }
        }
    }

    fn clear_online(&mut self) {
        self.gauge.dec_by(i64::try_from(self.online.len()).unwrap_or(i64::MAX));
        self.online.clear();
        self.strangers.clear();
    }
}

/// The connection to the broker is given up.
impl Drop for State {
    fn drop(&mut self) {
        self.clear_online();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serial(text: &str) -> Serial {
        Serial::new(text).unwrap()
    }

    fn buffer() -> (PresenceBuffer, Gauge) {
        let gauge = Gauge::default();
        (PresenceBuffer::new(3, gauge.clone()), gauge)
    }

    #[test]
    fn a_device_that_came_and_went_at_once_has_come() {
        let (buffer, _) = buffer();
        buffer.record(&serial("a"), Presence::Online, false);
        buffer.record(&serial("a"), Presence::Offline, false);
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Offline, has_connected: true });
        assert!(buffer.take().is_empty());
    }

    #[test]
    fn what_could_not_be_written_does_not_hide_what_is_newer() {
        let (buffer, _) = buffer();
        buffer.record(&serial("a"), Presence::Online, false);
        let old = buffer.take();
        buffer.record(&serial("a"), Presence::Offline, false);
        buffer.requeue(old);
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Offline, has_connected: true });
    }

    #[test]
    fn a_retained_status_does_not_say_that_the_device_has_just_connected() {
        let (buffer, _) = buffer();
        buffer.record(&serial("a"), Presence::Online, true);
        assert_eq!(buffer.online_serials(), ["a"]);
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Online, has_connected: false });
    }

    #[test]
    fn a_device_that_sends_something_is_online_and_is_stored_once() {
        let (buffer, gauge) = buffer();
        buffer.record(&serial("a"), Presence::Offline, false);
        buffer.take();
        buffer.record_heard(&serial("a"));
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Online, has_connected: false });
        buffer.record_heard(&serial("a"));
        assert!(buffer.take().is_empty());
        assert_eq!(gauge.get(), 1);
    }

    #[test]
    fn a_broker_that_reports_ever_more_devices_is_bounded_and_hides_no_device_that_goes() {
        let (buffer, gauge) = buffer();
        buffer.record(&serial("real"), Presence::Online, false);
        buffer.take();
        let recorded = (0..10).filter(|number| buffer.record(&serial(&format!("made-up-{number}")), Presence::Online, false));
        assert_eq!(recorded.count(), 3);
        assert!(buffer.record(&serial("real"), Presence::Offline, false));
        let updates = buffer.take();
        assert_eq!(updates["real"].presence, Presence::Offline);
        buffer.forget(updates.keys().filter(|serial| *serial != "real"));
        assert_eq!((buffer.online_serials().len(), gauge.get()), (0, 0));
    }

    #[test]
    fn what_a_stranger_sends_is_not_looked_up_each_time() {
        let (buffer, _) = buffer();
        buffer.record_heard(&serial("stranger"));
        buffer.forget(buffer.take().keys());
        buffer.record_heard(&serial("stranger"));
        assert!(buffer.take().is_empty());
        assert!(buffer.record(&serial("stranger"), Presence::Online, false), "it may have become a device");
    }

    #[test]
    fn a_connection_that_ends_takes_its_devices_from_the_gauge() {
        let (buffer, gauge) = buffer();
        buffer.record(&serial("a"), Presence::Online, false);
        assert_eq!(gauge.get(), 1);
        drop(buffer);
        assert_eq!(gauge.get(), 0);
    }
}
