//! Changing a project, suspending and resuming it.
use kit::{Error, Fields, Mask, Result};
use policy::{Action, Caller};
use proto::vestibule::identity::v1 as api;

use super::{dealer, in_project, project_change, record_ended};
use crate::app::App;
use crate::domain::project::ProjectDraft;
use crate::invalidation::{self, SessionChange};
use crate::store;

/// A project that is suspended ends its sessions at once, and lets nobody sign in; its doors go on. Nobody suspends
/// the project that they are signed in to: they could not resume it.
pub async fn update(app: &App, caller: &Caller, id: i64, project: &api::DealerProject, mask: &Mask) -> Result<()> {
    let dealer_id = dealer(caller)?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let before = store::dealer::lock(&mut tx, dealer_id, id).await?.draft();
    if mask.is_empty() {
        return Ok(());
    }
    let after = before.clone().merge(mask, ProjectDraft::from_api(project));
    let mut fields = Fields::new();
    after.check(&mut fields);
    fields.finish()?;
    let is_suspension = after.is_suspended && !before.is_suspended;
    if is_suspension && id == caller.project_id {
        return Err(Error::conflict("action prohibited"));
    }
    store::dealer::update(&mut tx, id, &before, &after, now).await?;
    if is_suspension {
        store::session::revoke_project(&mut tx, id, now).await?;
    }
    let changed = project_change(Action::Edit, id, &after.name, before.audit_view(), after.audit_view());
    kit::audit::record(&mut tx, &app.context.clock, &in_project(caller, id), changed).await?;
    tx.commit().await?;
    if is_suspension {
        invalidation::publish(&app.context, &[SessionChange::All(true)]).await;
        record_ended(app).await?;
    }
    Ok(())
}
