//! Signing out of this session.
use kit::Result;
use policy::{Authorized, action, resource};

use super::act;
use super::project::tell_ended;
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;

/// Once more, it does nothing.
pub async fn logout(parts: &Parts, right: &Authorized<resource::User, action::View>) -> Result<()> {
    let caller = right.caller();
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let now = parts.context.clock.now();
    let revoked = store::session::revoke(&mut tx, right.project_id(), caller.user_id, caller.session_id, now).await?;
    if !revoked.is_empty() {
        kit::audit::record(&mut tx, &parts.context.clock, caller, act("logout", caller.user_id, &caller.user_name)).await?;
    }
    tx.commit().await?;
    tell_ended(parts).await?;
    signal::publish(&parts.context, &revoked.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(())
}
