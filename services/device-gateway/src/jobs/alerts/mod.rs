//! The lane of emergency alerts, beside the queue of tasks: nothing else of a device delays it. What ends a run has places of its own,
//! so that it never waits behind what begins one.
mod actions;
mod carry_out;
mod confirm_doors;

use std::sync::Arc;
use std::time::Duration;

use kit::Result;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use self::actions::Claim;
use self::carry_out::carry_out;
use self::confirm_doors::confirm_doors;
use crate::app::App;
use crate::domain::alert_run::{LEASE, MAX_CONCURRENT};

/// Devices that come online, locks that are opened again, and what another replica has begun are found by looking.
const INTERVAL: Duration = Duration::from_millis(500);

struct Places {
    claim: Claim,
    free: Arc<Semaphore>,
}

impl Places {
    fn new(claim: Claim) -> Places {
        Places { claim, free: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
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
    let claimed = actions::claim(&mut tx, places.claim, free as i64, now, now + LEASE).await?;
    tx.commit().await?;
    for action in claimed {
        let Ok(permit) = places.free.clone().try_acquire_owned() else { break };
        let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
        kit::telemetry::spawn(app.context.service, "carry out an emergency alert", async move {
            if let Err(error) = carry_out(&app, &action).await {
                tracing::error!(device_id = action.device_id, run_id = action.run_id, %error, "an action of an emergency alert is repeated");
            }
            drop(permit);
            app.alert_work.notify_one();
            drop(in_flight);
        });
    }
    Ok(())
}
