//! A change of one area of a project's settings.
use kit::audit::{self, Change};
use kit::{Fields, Mask, Result, Tx, features};
use policy::{Action, Resource, action};

use super::SettingsRight;
use crate::app::App;
use crate::domain::settings::{Area, audit_view};
use crate::store::settings::{self, LockedSettings};

/// A change that is validated, and not yet written.
pub struct PendingUpdate<A> {
    pub locked: LockedSettings,
    pub before: A,
    pub after: A,
}

pub async fn update<A: Area>(app: &App, right: &SettingsRight<action::Edit>, mask: &Mask, new: A::Api) -> Result<A> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let pending = prepare(&mut tx, app, right, mask, new).await?;
    finish(tx, app, right, pending).await
}

/// Locks the settings, so that concurrent changes are made one after the other.
pub async fn prepare<A: Area>(tx: &mut Tx, app: &App, right: &SettingsRight<action::Edit>, mask: &Mask, new: A::Api) -> Result<PendingUpdate<A>> {
    let locked = settings::lock(tx, right).await?;
    let before: A = settings::find_or_default(tx, right.project_id()).await?;
    let after = merge(app, &before, mask, new)?;
    Ok(PendingUpdate { locked, before, after })
}

/// The validated settings after the change.
pub fn merge<A: Area>(app: &App, before: &A, mask: &Mask, new: A::Api) -> Result<A> {
    let mut after = before.clone();
    let mut fields = Fields::new();
    after.merge(mask, new, &app.context.sealer, &mut fields);
    after.validate(&mut fields);
    fields.finish()?;
    Ok(after)
}

/// A change that changes nothing is neither written nor published.
pub async fn finish<A: Area>(mut tx: Tx, app: &App, right: &SettingsRight<action::Edit>, pending: PendingUpdate<A>) -> Result<A> {
    let PendingUpdate { locked, before, after } = pending;
    if before == after {
        tx.rollback().await?;
        return Ok(after);
    }
    features::require(&mut tx, right.project_id(), after.feature().as_slice()).await?;
    settings::upsert(&mut tx, &locked, &after, app.context.clock.now()).await?;
    if A::IS_PUBLISHED {
        settings::publish(&mut tx, &locked).await?;
    }
    let (was, is) = audit_view(&before, &after);
    let change = Change::new(Action::Edit, Resource::ProjectSettings, right.project_id(), A::NAME, was, is);
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(after)
}
