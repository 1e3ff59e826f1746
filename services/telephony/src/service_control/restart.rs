//! Restarts the edge, and tells when it begins, and when it serves again or does not.
use std::time::Duration;

use anyhow::Context as _;
use cluster::ABANDONED_AFTER;
use kit::{Clock, Error, Result, Tx, clock, outbox, rounds};
use policy::{Authorized, action, resource};
use proto::vestibule::events::v1::SipServiceRestart;
use serde_json::json;

use super::reinit::changed;
use crate::parts::Parts;
use crate::store::sip_service::{self as store, Restart};

pub const TOPIC: &str = "telephony.service.restart";

const LOOK_EVERY: Duration = Duration::from_secs(30);

/// Returns once it has begun; refused while one is under way.
pub async fn restart(parts: &Parts, right: &Authorized<resource::SipService, action::Edit>) -> Result<()> {
    let Some(by) = &parts.config.restart else {
        return Err(Error::Unavailable(anyhow::anyhow!("VESTIBULE_SIP_RESTART is not set: nobody restarts the edge")));
    };
    let (restarter, caller) = (by.restarter(), right.caller());
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let restart = store::begin_restart(&mut tx, caller, parts.context.clock.now()).await?;
    tell(&mut tx, &parts.context.clock, &restart, "started").await?;
    kit::audit::record(&mut tx, &parts.context.clock, caller, kit::audit::Change { action: "restart", ..changed(json!({})) }).await?;
    tx.commit().await?;
    let parts = parts.clone();
    kit::telemetry::spawn(parts.context.service, "restart the SIP edge", async move {
        let done = restarter.restart().await;
        if let Err(error) = end(&parts, &restart, done).await {
            tracing::error!(%error, "a restart of the SIP edge could not be ended");
        }
    });
    Ok(())
}

/// It is over; that it is complete is told only of an edge that answers, and of any other that it failed.
async fn end(parts: &Parts, restart: &Restart, done: anyhow::Result<()>) -> Result<()> {
    let serves = match done {
        Ok(()) => parts.edge.status().await.map(|_| ()).context("after its restart"),
        Err(error) => Err(error),
    };
    let mut tx = parts.context.database.system().await?;
    // Somebody else may have given it up meanwhile.
    if store::end_restart(&mut tx, restart.id, parts.context.clock.now()).await? {
        match serves {
            Ok(()) => tell(&mut tx, &parts.context.clock, restart, "completed").await?,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the SIP edge could not be restarted");
                tell(&mut tx, &parts.context.clock, restart, "failed").await?;
            }
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn tell(tx: &mut Tx, clock: &Clock, restart: &Restart, phase: &str) -> Result<()> {
    let event = SipServiceRestart {
        project_id: restart.project_id,
        phase: phase.into(),
        user_id: restart.user_id,
        user_name: restart.user_name.clone(),
        at: Some(clock::to_proto(clock.now())),
    };
    outbox::emit(tx, restart.project_id, TOPIC, "sip-service", &event).await
}

/// Ends restarts whose process ended before they did.
pub async fn abandoned(parts: Parts) -> anyhow::Result<()> {
    rounds(parts.context.clone(), LOOK_EVERY, "restarts that were abandoned could not be looked for", || end_abandoned(&parts)).await
}

pub async fn end_abandoned(parts: &Parts) -> Result<()> {
    let mut tx = parts.context.database.system().await?;
    let found = store::abandoned_restart(&mut tx, parts.context.clock.now() - ABANDONED_AFTER).await?;
    tx.rollback().await?;
    match found {
        Some(restart) => end(parts, &restart, Ok(())).await,
        None => Ok(()),
    }
}
