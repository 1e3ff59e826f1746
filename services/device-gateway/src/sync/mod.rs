//! Desired and actual: what devices should hold is fetched from access, compared with what they acknowledged, and
//! the difference becomes tasks that are sent in order.
//!
//! The work of a device is in its row of `device_sync`: whoever gives work says so there; one worker at a time
//! holds a device, as long as its process lives, so that replicas never drive one device at once.
mod fetch;
pub mod follow_up;
pub mod plan;
mod read_back;
mod run_task;
mod session;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use kit::{Result, rounds};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::gateway::Gateway;
use crate::rpc::remote_sessions::expiry;
use crate::store::{sync, task, worker};

/// Work that another replica was told of, and pauses that end, are found by looking.
const POLL: Duration = Duration::from_secs(1);
/// Between signs of life: several to each that is missed.
const BEAT: Duration = Duration::from_secs(1);
/// Between looks for lists that were not fetched for long, and for what is old.
const SWEEP: Duration = Duration::from_secs(60);
/// A list is fetched again after this even if nobody said that it changed.
const STALE: time::Duration = time::Duration::minutes(30);
const STALE_AT_ONCE: i64 = 500;
/// How long a finished task can be looked at.
const TASKS_KEPT: time::Duration = time::Duration::days(30);
const TASKS_FORGOTTEN_AT_ONCE: i64 = 10_000;
const SESSIONS_FORGOTTEN_AT_ONCE: i64 = 1_000;

/// Devices that this process works on.
#[derive(Clone, Default)]
struct Busy(Arc<Mutex<HashSet<i64>>>);

impl Busy {
    fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A worker's place; free again when it ends, however it ends.
struct Place {
    busy: Busy,
    device: i64,
    work: Arc<Notify>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.busy.lock().remove(&self.device);
        // What came up for the device while its worker ended was passed over so far.
        self.work.notify_one();
    }
}

/// Hands devices with work to workers, until shutdown.
pub async fn run(gateway: Gateway, shutdown: CancellationToken) -> anyhow::Result<()> {
    let places = Arc::new(Semaphore::new(gateway.config.workers));
    let busy = Busy::default();
    let mut workers = JoinSet::new();
    while !shutdown.is_cancelled() {
        let more = match start_workers(&gateway, &places, &busy, &mut workers).await {
            Ok(more) => more,
            Err(error) => {
                tracing::warn!(%error, "devices with work are not found");
                false
            }
        };
        while workers.try_join_next().is_some() {}
        if !more {
            tokio::select! {
                _ = shutdown.cancelled() => {}
                _ = gateway.work.notified() => {}
                _ = tokio::time::sleep(POLL) => {}
            }
        }
    }
    workers.shutdown().await;
    let mut tx = gateway.context.database.system().await?;
    worker::leave(&mut tx, gateway.worker).await?;
    tx.commit().await?;
    Ok(())
}

/// Says whether there may be more.
async fn start_workers(gateway: &Gateway, places: &Arc<Semaphore>, busy: &Busy, workers: &mut JoinSet<()>) -> Result<bool> {
    let Ok(first) = places.clone().acquire_owned().await else { return Ok(false) };
    let mut permits = vec![first];
    while let Ok(permit) = places.clone().try_acquire_owned() {
        permits.push(permit);
    }
    let at_work: Vec<i64> = busy.lock().iter().copied().collect();
    let mut tx = gateway.context.database.system().await?;
    let devices = sync::claim(&mut tx, gateway.worker, &at_work, permits.len() as i64, gateway.context.clock.now()).await?;
    tx.commit().await?;
    let more = devices.len() == permits.len();
    for (device, permit) in devices.into_iter().zip(permits) {
        busy.lock().insert(device);
        let place = Place { busy: busy.clone(), device, work: gateway.work.clone(), _permit: permit };
        let gateway = gateway.clone();
        workers.spawn(async move {
            session::work(&gateway, place.device).await;
            // Named as a whole, or only the number would have come along and the place would be free already.
            drop(place);
        });
    }
    Ok(more)
}

/// Says every now and then that this process lives, until shutdown.
pub async fn heartbeat(gateway: Gateway, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut timer = tokio::time::interval(BEAT);
    let mut is_first = true;
    loop {
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            _ = timer.tick() => match beat(&gateway).await {
                Ok(()) if is_first => {
                    is_first = false;
                    gateway.there_is_work();
                }
                Ok(()) => {}
                Err(error) => tracing::warn!(%error, "this process does not count as alive"),
            },
        }
    }
}

async fn beat(gateway: &Gateway) -> Result<()> {
    let mut tx = gateway.context.database.system().await?;
    worker::beat(&mut tx, gateway.worker, gateway.context.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Asks for lists that are old, and forgets old tasks and sessions of remote control that are over.
pub async fn sweep(gateway: Gateway) -> anyhow::Result<()> {
    rounds(gateway.context.clone(), SWEEP, "the sweep waits for its next turn", || sweep_once(&gateway)).await
}

async fn sweep_once(gateway: &Gateway) -> Result<()> {
    let now = gateway.context.clock.now();
    let mut tx = gateway.context.database.system().await?;
    sync::wake_stale(&mut tx, now - STALE, STALE_AT_ONCE, now).await?;
    task::forget_finished(&mut tx, now - TASKS_KEPT, TASKS_FORGOTTEN_AT_ONCE).await?;
    worker::forget_dead(&mut tx, now).await?;
    expiry::sweep(&mut tx, &gateway.context.clock, SESSIONS_FORGOTTEN_AT_ONCE).await?;
    tx.commit().await?;
    gateway.there_is_work();
    Ok(())
}
