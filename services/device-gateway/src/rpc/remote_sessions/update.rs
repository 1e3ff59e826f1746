//! A session is kept alive, or closed, by whoever began it.
use kit::{Error, Result, audit};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::device::v1 as api;

use super::{RemoteSessionsRpc, answer, change};
use crate::domain::remote_session::{LIFETIME, Session};
use crate::rpc::devices::reach;
use crate::store::remote_session;

impl RemoteSessionsRpc {
    pub(super) async fn update(&self, caller: &Caller, request: api::UpdateRemoteSessionRequest) -> Result<api::RemoteSession> {
        let right: Authorized<resource::Device, action::Edit> = caller.authorize()?;
        let context = &self.0.context;
        let now = context.clock.now();
        let mut tx = context.database.tenant(right.project_id()).await?;
        let session = remote_session::lock_own(&mut tx, caller, request.id, now).await?.ok_or(Error::NotFound)?;
        // The device may have been moved out of sight since.
        let row = reach::find(&mut tx, caller, &right, session.device_id).await?;
        let is_active = request.is_active.ok_or_else(|| Error::field("is_active", "required"))?;
        if is_active {
            let session = Session { expires_at: now + LIFETIME, ..session };
            remote_session::prolong(&mut tx, row.project_id, session.id, session.expires_at).await?;
            tx.commit().await?;
            let info = self.info(&row).await;
            return Ok(answer(&session, &row, info));
        }
        remote_session::close(&mut tx, row.project_id, session.id).await?;
        audit::record(&mut tx, &context.clock, caller, change("end remote control", row.id, &row.name)).await?;
        tx.commit().await?;
        let ended = Session { expires_at: now, ..session };
        Ok(api::RemoteSession { is_active: false, ..answer(&ended, &row, None) })
    }
}
