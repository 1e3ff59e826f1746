//! Works of this process that wait for their turn, and how many go on at once.
use std::sync::Arc;

use kit::{Error, Result};
use tokio::sync::{Mutex, Semaphore, mpsc};

use super::backup::BackupKey;
use super::lease::Lease;

/// Each has a file and a reading of a site in memory: up to half a gibibyte.
pub const MAX_ENGINES: usize = 1;
const MAX_WAITING: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkKind {
    Make,
    Apply,
}

/// A work, with the leases that say that somebody does it.
pub struct Work {
    pub kind: WorkKind,
    pub key: BackupKey,
    pub leases: Vec<Lease>,
}

#[derive(Clone)]
pub struct WorkQueue {
    sender: mpsc::Sender<Work>,
    receiver: Arc<Mutex<mpsc::Receiver<Work>>>,
    /// Of plans, makings and applies.
    pub engines: Arc<Semaphore>,
}

impl Default for WorkQueue {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        WorkQueue { sender, receiver: Arc::new(Mutex::new(receiver)), engines: Arc::new(Semaphore::new(MAX_ENGINES)) }
    }
}

impl WorkQueue {
    pub fn push(&self, work: Work) -> Result<()> {
        self.sender.try_send(work).map_err(|_| Error::Unavailable(anyhow::anyhow!("too many backups are made or applied")))
    }

    pub async fn next(&self) -> Option<Work> {
        self.receiver.lock().await.recv().await
    }
}
