//! Signing out of this session.
use kit::Result;
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::project::record_ended;
use crate::store;

/// Once more, it does nothing.
pub async fn logout(app: &App, right: &Authorized<resource::User, action::View>) -> Result<()> {
    let caller = right.caller();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let now = app.context.clock.now();
    let revoked = store::session::revoke(&mut tx, right.project_id(), caller.user_id, caller.session_id, now).await?;
    if !revoked.is_empty() {
        kit::audit::record(&mut tx, &app.context.clock, caller, audit::user_action("logout", caller.user_id, &caller.user_name)).await?;
    }
    tx.commit().await?;
    record_ended(app).await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(())
}
