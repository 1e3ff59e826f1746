//! Removes a licence.
use kit::{Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::Value;

use super::audit_view;
use crate::app::App;
use crate::operation::project_features::publish::publish;
use crate::store::{license as store, project_features};

/// Its features end as at its own end. The seat of one from the licence server is released there by a job.
pub async fn remove(app: &App, right: &Authorized<resource::License, action::Delete>, id: i64) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    project_features::find_for_update(&mut tx, right.project_id()).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    store::remove(&mut tx, right, &row, now).await?;
    publish(&mut tx, right.project_id(), app.config.grace, now).await?;
    let change = audit::Change::new(Action::Delete, Resource::License, id, &row.name, audit_view(&row), Value::Null);
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    Ok(tx.commit().await?)
}
