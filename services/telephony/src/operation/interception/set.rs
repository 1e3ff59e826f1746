use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use sqlx::PgConnection;

use super::UserInterception;
use crate::app::App;
use crate::store::features::{self, WEB_DIALER};
use crate::store::interception as store;

const MAX_GROUPS: usize = 500;

type Edit = Authorized<resource::Interception, action::Edit>;

/// Switches the caller's interception on for `groups`, or off. While it is on, the groups stay as they are.
pub async fn set(app: &App, right: &Edit, is_active: bool, mut groups: Vec<i64>) -> Result<UserInterception> {
    let caller = right.caller();
    groups.sort_unstable();
    groups.dedup();
    validate(is_active, &groups)?;
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &groups).await?;
    let view = caller.authorize::<resource::Interception, action::View>()?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let was_active = store::lock(&mut tx, right, app.context.clock.now()).await?;
    let before = UserInterception::read(&mut tx, &view).await?;
    if is_active && !was_active {
        features::require_for_user(&mut tx, right.project_id(), caller.user_id, WEB_DIALER).await?;
        ensure_within_reach(&mut tx, right, &groups).await?;
        store::select(&mut tx, right, &groups).await?;
    }
    if is_active != was_active {
        store::switch(&mut tx, right, is_active, app.context.clock.now()).await?;
        let after = UserInterception::read(&mut tx, &view).await?;
        let (before, after) = (before.audit_view(), after.audit_view());
        let change = audit::Change::new(Action::Edit, Resource::Interception, caller.user_id, &caller.user_name, before, after);
        audit::record(&mut tx, &app.context.clock, caller, change).await?;
    }
    let after = UserInterception::read(&mut tx, &view).await?;
    tx.commit().await?;
    Ok(after)
}

fn validate(is_active: bool, groups: &[i64]) -> Result<()> {
    if is_active && groups.is_empty() {
        return Err(Error::field("domains", "at least one group must be selected"));
    }
    if groups.len() > MAX_GROUPS {
        return Err(Error::field("domains", "too many values"));
    }
    Ok(())
}

async fn ensure_within_reach(connection: &mut PgConnection, right: &Edit, groups: &[i64]) -> Result<()> {
    let reached = store::within(connection, right, groups).await?;
    let missing: Vec<String> = groups.iter().filter(|id| !reached.contains(id)).map(|id| format!("group {id}")).collect();
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}
