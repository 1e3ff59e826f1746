//! Bounds the refused calls that wait to be written into the history.
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

/// Refused calls that wait to be written while the database is away, and besides those, calls for help.
const MAX_WAITING: usize = 500;
const MAX_WAITING_SOS: usize = 500;

pub struct AttemptQueue {
    pub places: Arc<Semaphore>,
    pub places_for_help: Arc<Semaphore>,
    pub tasks: TaskTracker,
}

impl AttemptQueue {
    pub fn new() -> Self {
        AttemptQueue {
            places: Arc::new(Semaphore::new(MAX_WAITING)),
            places_for_help: Arc::new(Semaphore::new(MAX_WAITING_SOS)),
            tasks: TaskTracker::new(),
        }
    }

    /// When every attempt is written; later ones are not waited for.
    pub async fn flush(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
