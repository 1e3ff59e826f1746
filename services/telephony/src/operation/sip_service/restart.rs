use anyhow::Context as _;
use kit::{Error, Result, audit, telemetry};
use policy::{Authorized, action, resource};
use serde_json::json;

use super::change;
use crate::app::App;
use crate::publish;
use crate::store::sip_service::{self as store, Restart};

/// Begins a restart of the edge, which goes on after this returns. Refused while another one runs.
pub async fn restart(app: &App, right: &Authorized<resource::SipService, action::Edit>) -> Result<()> {
    let Some(by) = &app.config.restart else {
        return Err(Error::Unavailable(anyhow::anyhow!("VESTIBULE_SIP_RESTART is not set: nobody restarts the edge")));
    };
    let (restarter, caller) = (by.restarter(), right.caller());
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let restart = store::begin_restart(&mut tx, caller, app.context.clock.now()).await?;
    publish::service_restart(&mut tx, &app.context.clock, &restart, "started").await?;
    audit::record(&mut tx, &app.context.clock, caller, change("restart", json!({}))).await?;
    tx.commit().await?;
    let app = app.clone();
    telemetry::spawn(app.context.service, "restart the SIP edge", async move {
        let result = restarter.restart().await;
        if let Err(error) = finish_restart(&app, &restart, result).await {
            tracing::error!(%error, "a restart of the SIP edge could not be finished");
        }
    });
    Ok(())
}

/// Publishes that the restart is completed if the edge answers, else that it failed; nothing when another process has
/// finished it.
pub async fn finish_restart(app: &App, restart: &Restart, result: anyhow::Result<()>) -> Result<()> {
    let served = match result {
        Ok(()) => app.edge.status().await.map(|_| ()).context("after its restart"),
        Err(error) => Err(error),
    };
    let mut tx = app.context.database.system().await?;
    if store::end_restart(&mut tx, restart.id, app.context.clock.now()).await? {
        match served {
            Ok(()) => publish::service_restart(&mut tx, &app.context.clock, restart, "completed").await?,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the SIP edge could not be restarted");
                publish::service_restart(&mut tx, &app.context.clock, restart, "failed").await?;
            }
        }
    }
    tx.commit().await?;
    Ok(())
}
