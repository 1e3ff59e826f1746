//! Room for messages that wait to be stored. A flood of one device, or of a broker that a project named, takes neither the memory of
//! the process nor the room of others. What finds no room is left unanswered, and its device sends it again.
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use device_protocol::Serial;

/// Bytes of messages that wait: of the installation's broker, and of those of all projects. Together an eighth of the memory that the
/// chart lets this service use.
const INSTALLATION_BYTES: usize = 16 << 20;
const PROJECTS_BYTES: usize = 16 << 20;
/// Of the broker of one project.
const PROJECT_BROKER_BYTES: usize = 2 << 20;
/// Of one device. It waits for an answer before it sends more; what it repeats meanwhile is little.
const DEVICE_BYTES: usize = 1 << 20;
const DEVICE_MESSAGES: usize = 100;
/// What a message takes besides its payload.
const MESSAGE_OVERHEAD: usize = 512;

/// Bytes that are shared by brokers.
#[derive(Clone)]
pub struct SharedRoom {
    used: Arc<AtomicUsize>,
    limit: usize,
}

impl SharedRoom {
    fn new(limit: usize) -> SharedRoom {
        SharedRoom { used: Arc::default(), limit }
    }

    /// Of the brokers of projects.
    pub fn of_projects() -> SharedRoom {
        SharedRoom::new(PROJECTS_BYTES)
    }

    fn take(&self, bytes: usize) -> bool {
        let fits = |used: usize| used.checked_add(bytes).filter(|used| *used <= self.limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok()
    }
}

/// The room of one broker.
#[derive(Clone)]
pub struct Room(Arc<Inner>);

struct Inner {
    shared: SharedRoom,
    limit: usize,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    bytes: usize,
    of_devices: HashMap<Serial, Share>,
}

#[derive(Clone, Copy, Default)]
struct Share {
    messages: usize,
    bytes: usize,
}

/// The place of a message; given up when dropped, which is after the message was stored.
pub struct Place {
    room: Room,
    serial: Serial,
    bytes: usize,
}

impl Room {
    pub fn of_installation() -> Room {
        Room::new(SharedRoom::new(INSTALLATION_BYTES), INSTALLATION_BYTES)
    }

    pub fn of_project_broker(shared: &SharedRoom) -> Room {
        Room::new(shared.clone(), PROJECT_BROKER_BYTES)
    }

    fn new(shared: SharedRoom, limit: usize) -> Room {
        Room(Arc::new(Inner { shared, limit, waiting: Mutex::default() }))
    }

    /// None when the device, the broker or all brokers of projects have no room left.
    pub fn take(&self, serial: &Serial, payload_bytes: usize) -> Option<Place> {
        let bytes = payload_bytes + MESSAGE_OVERHEAD;
        let mut waiting = self.lock();
        let share = waiting.of_devices.get(serial).copied().unwrap_or_default();
        let is_flood = share.messages >= DEVICE_MESSAGES || share.bytes + bytes > DEVICE_BYTES;
        if is_flood || waiting.bytes + bytes > self.0.limit || !self.0.shared.take(bytes) {
            return None;
        }
        waiting.bytes += bytes;
        waiting.of_devices.insert(serial.clone(), Share { messages: share.messages + 1, bytes: share.bytes + bytes });
        Some(Place { room: self.clone(), serial: serial.clone(), bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.room.0.shared.used.fetch_sub(self.bytes, Ordering::Relaxed);
        let mut waiting = self.room.lock();
        waiting.bytes -= self.bytes;
        if let Some(share) = waiting.of_devices.get_mut(&self.serial) {
            share.messages -= 1;
            share.bytes -= self.bytes;
            if share.messages == 0 {
                waiting.of_devices.remove(&self.serial);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: usize = 200 << 10;

    fn serial(text: impl Into<String>) -> Serial {
        Serial::new(text).unwrap()
    }

    /// Whatever finds room of a broker at which ever more devices appear.
    fn fill(room: &Room, name: &str) -> Vec<Place> {
        (0..).map_while(|device| room.take(&serial(format!("{name}-{device}")), LARGE)).collect()
    }

    #[test]
    fn a_device_that_floods_leaves_room_for_others() {
        let room = Room::of_installation();
        let small: Vec<Place> = (0..).map_while(|_| room.take(&serial("loud"), 10)).collect();
        assert_eq!(small.len(), DEVICE_MESSAGES);
        let large: Vec<Place> = (0..).map_while(|_| room.take(&serial("large"), LARGE)).collect();
        assert_eq!(large.len(), DEVICE_BYTES / (LARGE + MESSAGE_OVERHEAD));
        assert!(room.take(&serial("quiet"), LARGE).is_some());
    }

    #[test]
    fn the_broker_of_a_project_takes_no_more_than_its_share() {
        let shared = SharedRoom::of_projects();
        let (loud, quiet) = (Room::of_project_broker(&shared), Room::of_project_broker(&shared));
        let taken = fill(&loud, "x");
        assert_eq!(taken.len(), PROJECT_BROKER_BYTES / (LARGE + MESSAGE_OVERHEAD));
        assert!(quiet.take(&serial("a"), LARGE).is_some());
    }

    #[test]
    fn brokers_of_projects_take_no_more_than_is_theirs_together() {
        let shared = SharedRoom::of_projects();
        let rooms: Vec<Room> = (0..20).map(|_| Room::of_project_broker(&shared)).collect();
        let taken: Vec<Place> = rooms.iter().flat_map(|room| fill(room, "x")).collect();
        assert_eq!(taken.len(), PROJECTS_BYTES / (LARGE + MESSAGE_OVERHEAD));
        drop(taken);
        assert!(rooms.iter().all(|room| room.take(&serial("a"), LARGE).is_some()));
    }

    #[test]
    fn a_message_that_was_stored_takes_no_room() {
        let shared = SharedRoom::of_projects();
        let room = Room::of_project_broker(&shared);
        drop(fill(&room, "x"));
        let waiting = room.lock();
        assert_eq!((waiting.bytes, waiting.of_devices.len(), shared.used.load(Ordering::Relaxed)), (0, 0, 0));
    }
}
