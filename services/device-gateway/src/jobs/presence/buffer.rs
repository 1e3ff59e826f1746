//! What the broker says about who is online, until it is stored.
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use device_protocol::{Presence, Serial};
use tokio::sync::Notify;

/// The last presence of each device until it is stored. It has at most one entry for each device, so that nothing is dropped.
#[derive(Clone, Default)]
pub struct PresenceBuffer {
    updates: Arc<Mutex<HashMap<String, Update>>>,
    /// Devices that are online, as far as the broker has reported since the connection was made.
    online: Arc<Mutex<HashSet<String>>>,
    pub(super) changed: Arc<Notify>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    pub presence: Presence,
    /// It has connected meanwhile, even if it is offline now. A retained status does not say when the device connected.
    pub has_connected: bool,
}

impl PresenceBuffer {
    pub fn record(&self, serial: Serial, presence: Presence, is_retained: bool) {
        let is_online = presence == Presence::Online;
        if is_online {
            lock(&self.online).insert(serial.to_string());
        } else {
            lock(&self.online).remove(serial.as_str());
        }
        let mut updates = lock(&self.updates);
        let before = updates.get(serial.as_str()).is_some_and(|update| update.has_connected);
        updates.insert(serial.into(), Update { presence, has_connected: before || (is_online && !is_retained) });
        self.changed.notify_one();
    }

    /// After the connection is lost: with the next one the broker says again who is online.
    pub fn clear_online(&self) {
        lock(&self.online).clear();
    }

    pub fn take(&self) -> HashMap<String, Update> {
        std::mem::take(&mut *lock(&self.updates))
    }

    /// Puts back updates that could not be stored, unless there is a newer one of the same device.
    pub fn requeue(&self, old: HashMap<String, Update>) {
        let mut updates = lock(&self.updates);
        for (serial, old) in old {
            updates.entry(serial).and_modify(|newer| newer.has_connected |= old.has_connected).or_insert(old);
        }
        self.changed.notify_one();
    }

    pub fn count_online(&self) -> usize {
        lock(&self.online).len()
    }

    /// Serial numbers of the devices that are online, as far as the broker has reported since the connection was made.
    pub fn online_serials(&self) -> Vec<String> {
        lock(&self.online).iter().cloned().collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serial() -> Serial {
        Serial::new("a").unwrap()
    }

    #[test]
    fn a_device_that_came_and_went_at_once_has_come() {
        let buffer = PresenceBuffer::default();
        buffer.record(serial(), Presence::Online, false);
        buffer.record(serial(), Presence::Offline, false);
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Offline, has_connected: true });
        assert!(buffer.take().is_empty());
    }

    #[test]
    fn what_could_not_be_written_does_not_hide_what_is_newer() {
        let buffer = PresenceBuffer::default();
        buffer.record(serial(), Presence::Online, false);
        let old = buffer.take();
        buffer.record(serial(), Presence::Offline, false);
        buffer.requeue(old);
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Offline, has_connected: true });
    }

    #[test]
    fn a_retained_status_does_not_say_that_the_device_has_just_connected() {
        let buffer = PresenceBuffer::default();
        buffer.record(serial(), Presence::Online, true);
        assert_eq!(buffer.online_serials(), ["a"]);
        assert_eq!(buffer.take()["a"], Update { presence: Presence::Online, has_connected: false });
    }
}
