//! The lane of emergency alerts, beside the queue of tasks: nothing else of a device delays it. What ends a run has places of its own,
//! so that it never waits behind what begins one. Projects take turns: however many devices of one do not answer, those of another are told at
//! once.
mod actions;
mod carry_out;
mod confirm_doors;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kit::Result;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use self::actions::{Claim, ClaimRequest};
use self::carry_out::carry_out;
use self::confirm_doors::confirm_doors;
use crate::app::App;
use crate::domain::alert_run::{LEASE, MAX_CONCURRENT};

/// Devices that come online, locks that are opened again, and what another replica has begun are found by looking.
const INTERVAL: Duration = Duration::from_millis(500);

struct Places {
    claim: Claim,
    free: Arc<Semaphore>,
    taken: TakenPlaces,
}

/// How many places the actions of each project have.
type TakenPlaces = Arc<Mutex<HashMap<i64, i64>>>;

/// Of one action; free again once it is dropped.
struct Place {
    project_id: i64,
    taken: TakenPlaces,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    fn new(claim: Claim) -> Places {
        Places { claim, free: Arc::new(Semaphore::new(MAX_CONCURRENT)), taken: TakenPlaces::default() }
    }

    /// None where all are taken.
    fn take(&self, project_id: i64) -> Option<Place> {
        let permit = self.free.clone().try_acquire_owned().ok()?;
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner).entry(project_id).or_default() += 1;
        Some(Place { project_id, taken: self.taken.clone(), _permit: permit })
    }

    fn taken_by_project(&self) -> Vec<(i64, i64)> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|(project_id, taken)| (*project_id, *taken)).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut of_project) = taken.entry(self.project_id) {
            *of_project.get_mut() -= 1;
            if *of_project.get() == 0 {
                of_project.remove();
            }
        }
    }
}

pub async fn run(app: App, shutdown: CancellationToken) -> anyhow::Result<()> {
    let places = [Places::new(Claim::OfEndedRuns), Places::new(Claim::OfRunning)];
    while !shutdown.is_cancelled() {
        if let Err(error) = round(&app, &places).await {
            tracing::error!(%error, "the lane of emergency alerts starts over");
        }
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = app.alert_work.notified() => {}
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
    Ok(())
}

async fn round(app: &App, places: &[Places]) -> Result<()> {
    let has_work = actions::has_work(&mut *app.context.database.system().await?).await?;
    if !has_work {
        return Ok(());
    }
    for places in places {
        begin(app, places).await?;
    }
    confirm_doors(app).await
}

/// Claims as many actions as there are free places, and begins them.
async fn begin(app: &App, places: &Places) -> Result<()> {
    let free = places.free.available_permits();
    if free == 0 {
        return Ok(());
    }
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let busy_projects = places.taken_by_project();
    let request = ClaimRequest { claim: places.claim, limit: free as i64, busy_projects, now, until: now + LEASE };
    let claimed = actions::claim(&mut tx, &request).await?;
    tx.commit().await?;
    for action in claimed {
        let Some(place) = places.take(action.project_id) else { break };
        let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
        kit::telemetry::spawn(app.context.service, "carry out an emergency alert", async move {
            if let Err(error) = carry_out(&app, &action).await {
                tracing::error!(device_id = action.device_id, run_id = action.run_id, %error, "an action of an emergency alert is repeated");
            }
            drop(place);
            app.alert_work.notify_one();
            drop(in_flight);
        });
    }
    Ok(())
}
