//! Brings devices in line with what they should hold: fetches their lists from access, reads back what they hold, plans tasks
//! for the difference, and sends the tasks in order.
//!
//! The work of a device is in its row of `device_sync`. One worker at a time claims a device, for as long as the worker's
//! process has a heartbeat, so that two replicas never send commands to one device at the same time.
mod ask;
mod face_images;
mod fetch_list;
mod firmware;
mod items;
mod pushes;
mod queue;
mod read_back;
mod run_forwards;
mod run_task;
mod send_clock;
mod session;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use kit::Result;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// How soon work that another replica has added is found, and the end of a pause.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Devices that this process works on.
#[derive(Clone, Default)]
struct BusyDevices(Arc<Mutex<HashSet<i64>>>);

impl BusyDevices {
    fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A slot of a worker; free again when the worker ends, however it ends.
struct Slot {
    busy: BusyDevices,
    device: i64,
    pending_work: Arc<Notify>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.busy.lock().remove(&self.device);
        // Work that was added while the worker ended was passed over until now.
        self.pending_work.notify_one();
    }
}

/// Starts workers for devices with pending work, until shutdown.
pub async fn run(app: App, shutdown: CancellationToken) -> anyhow::Result<()> {
    let slots = Arc::new(Semaphore::new(app.config.workers));
    let busy = BusyDevices::default();
    let mut workers = JoinSet::new();
    while !shutdown.is_cancelled() {
        let more = match start_workers(&app, &slots, &busy, &mut workers).await {
            Ok(more) => more,
            Err(error) => {
                tracing::warn!(%error, "devices with pending work could not be claimed");
                false
            }
        };
        while workers.try_join_next().is_some() {}
        if !more {
            tokio::select! {
                _ = shutdown.cancelled() => {}
                _ = app.pending_work.notified() => {}
                _ = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }
    workers.shutdown().await;
    let mut tx = app.context.database.system().await?;
    super::worker::delete(&mut tx, app.worker).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns whether there may be more devices with pending work.
async fn start_workers(app: &App, slots: &Arc<Semaphore>, busy: &BusyDevices, workers: &mut JoinSet<()>) -> Result<bool> {
    let Ok(first) = slots.clone().acquire_owned().await else { return Ok(false) };
    let mut permits = vec![first];
    while let Ok(permit) = slots.clone().try_acquire_owned() {
        permits.push(permit);
    }
    let working_on: Vec<i64> = busy.lock().iter().copied().collect();
    let mut tx = app.context.database.system().await?;
    let devices = queue::claim(&mut tx, app.worker, &working_on, permits.len() as i64, app.context.clock.now()).await?;
    tx.commit().await?;
    let more = devices.len() == permits.len();
    for (device, permit) in devices.into_iter().zip(permits) {
        busy.lock().insert(device);
        let slot = Slot { busy: busy.clone(), device, pending_work: app.pending_work.clone(), _permit: permit };
        let app = app.clone();
        workers.spawn(async move {
            session::work(&app, slot.device).await;
            // Without this, the closure would capture only the number, and the slot would be free at once.
            drop(slot);
        });
    }
    Ok(more)
}
