//! A session that is not renewed expires. The transaction that deletes it records that in the audit log, once.
use kit::{Clock, Result, audit};
use policy::{Caller, CallerKind};
use sqlx::PgConnection;

use super::audit_change;
use crate::store::remote_session::{self, ExpiredSession};

/// Deletes up to `limit` expired sessions of all projects. In a transaction of the platform.
pub async fn expire(connection: &mut PgConnection, clock: &Clock, limit: i64) -> Result<()> {
    for session in remote_session::delete_expired(connection, clock.now(), limit).await? {
        record(connection, clock, session).await?;
    }
    Ok(())
}

/// Before somebody else controls the device, and before the device is deleted: neither waits for the sweep.
pub async fn expire_of_device(connection: &mut PgConnection, clock: &Clock, project_id: i64, device_id: i64) -> Result<()> {
    match remote_session::delete_expired_of_device(connection, project_id, device_id, clock.now()).await? {
        Some(session) => record(connection, clock, session).await,
        None => Ok(()),
    }
}

/// In the name of the session's user, without an address: the platform ended it.
async fn record(connection: &mut PgConnection, clock: &Clock, session: ExpiredSession) -> Result<()> {
    let ExpiredSession { project_id, device_id, device_name, user_id, user_name } = session;
    let user = Caller { kind: CallerKind::User, project_id, user_id, user_name, ..Caller::default() };
    audit::record(connection, clock, &user, audit_change("expire remote control", device_id, &device_name)).await
}
