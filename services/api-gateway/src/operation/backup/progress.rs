use std::time::Duration;

use async_trait::async_trait;
use kit::{Error, Result};
use site_backup::Progress;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::push;
use crate::app::App;
use crate::domain::backup::BackupRecord;
use crate::store::backup::BackupKey;
use crate::store::lease::{Lease, WorkProgress, Works};

/// Browsers hear no more often.
const PUSH_INTERVAL: Duration = Duration::from_millis(500);

/// Of a work: it ends when the process does, or when another one has its leases.
pub struct WorkReport<'a> {
    app: &'a App,
    record: BackupRecord,
    leases: &'a [Lease],
    last: Mutex<Option<Instant>>,
}

impl<'a> WorkReport<'a> {
    pub fn new(app: &'a App, record: &BackupRecord, leases: &'a [Lease]) -> Self {
        WorkReport { app, record: record.clone(), leases, last: Mutex::default() }
    }
}

#[async_trait]
impl Progress for WorkReport<'_> {
    async fn report(&self, done: usize, total: usize) -> Result<()> {
        let is_over = self.app.context.shutdown.is_cancelled() || self.leases.iter().any(|lease| lease.lost.is_cancelled());
        if is_over {
            return Err(Error::Unavailable(anyhow::anyhow!("the work goes on elsewhere")));
        }
        let mut last = self.last.lock().await;
        if last.is_none_or(|last| last.elapsed() >= PUSH_INTERVAL) {
            *last = Some(Instant::now());
            let progress = Works(&self.app.context).report(BackupKey::from(&self.record), WorkProgress { done, total }).await;
            if let Err(error) = progress {
                tracing::warn!(%error, "nobody hears how far a backup is");
            }
            push(self.app, &self.record, done, total).await;
        }
        Ok(())
    }
}

/// Of a plan, which somebody waits for.
pub struct Unreported;

#[async_trait]
impl Progress for Unreported {
    async fn report(&self, _: usize, _: usize) -> Result<()> {
        Ok(())
    }
}
