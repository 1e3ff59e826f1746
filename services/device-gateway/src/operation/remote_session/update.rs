//! The user of a session renews it, or ends it.
use kit::{Error, Result, audit};
use policy::{Authorized, action, resource};

use super::{RemoteSessionView, audit_change, device_info};
use crate::app::App;
use crate::domain::remote_session::{RemoteSession, SESSION_TTL};
use crate::store::{device, remote_session};

/// `is_active`: true renews the session, false ends it.
pub async fn update(app: &App, right: &Authorized<resource::Device, action::Edit>, id: i64, is_active: Option<bool>) -> Result<RemoteSessionView> {
    let (context, caller) = (&app.context, right.caller());
    let now = context.clock.now();
    let mut tx = context.database.tenant(right.project_id()).await?;
    let session = remote_session::find_own_for_update(&mut tx, caller, id, now).await?.ok_or(Error::NotFound)?;
    // The device may have been moved out of the caller's sight since.
    let row = device::find_permitted(&mut tx, right, session.device_id).await?;
    let is_active = is_active.ok_or_else(|| Error::field("is_active", "required"))?;
    if is_active {
        let session = RemoteSession { expires_at: now + SESSION_TTL, ..session };
        remote_session::update_expiry(&mut tx, caller, session.id, session.expires_at).await?;
        tx.commit().await?;
        let info = device_info(app, &row).await;
        return Ok(RemoteSessionView { session, device: row, is_active: true, info });
    }
    remote_session::delete(&mut tx, caller, session.id).await?;
    audit::record(&mut tx, &context.clock, caller, audit_change("end remote control", row.id, &row.name)).await?;
    tx.commit().await?;
    let session = RemoteSession { expires_at: now, ..session };
    Ok(RemoteSessionView { session, device: row, is_active: false, info: None })
}
