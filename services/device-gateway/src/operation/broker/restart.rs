//! Restarting the broker.
use cluster::ABANDONED_AFTER;
use kit::audit::{self, Change};
use kit::{Error, Result};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::json;

use crate::app::App;
use crate::store::broker_restart;

/// Returns once the restart has begun. Refused while another one is under way.
pub async fn restart(app: &App, right: &Authorized<resource::Broker, action::Edit>) -> Result<()> {
    let App { context, config, .. } = app;
    let Some(by) = &config.restart else {
        return Err(Error::Unavailable(anyhow::anyhow!("VESTIBULE_BROKER_RESTART is not set: nobody restarts the broker")));
    };
    let now = context.clock.now();
    let mut tx = context.database.system().await?;
    broker_restart::finish_abandoned(&mut tx, now - ABANDONED_AFTER, now).await?;
    tx.commit().await?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let id = broker_restart::insert(&mut tx, right.caller(), now).await?;
    let change = Change::new(Action::Edit, Resource::Broker, 0, "MQTT broker", json!({}), json!({}));
    audit::record(&mut tx, &context.clock, right.caller(), Change { action: "restart", ..change }).await?;
    tx.commit().await?;
    let (app, restarter) = (app.clone(), by.restarter());
    kit::telemetry::spawn(context.service, "restart the broker", async move {
        if let Err(error) = restarter.restart().await {
            tracing::error!(error = format!("{error:#}"), "the broker could not be restarted");
        }
        if let Err(error) = finish(&app, id).await {
            tracing::error!(%error, "the end of a broker restart could not be stored");
        }
    });
    Ok(())
}

async fn finish(app: &App, id: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    broker_restart::finish(&mut tx, id, app.context.clock.now()).await?;
    Ok(tx.commit().await?)
}
