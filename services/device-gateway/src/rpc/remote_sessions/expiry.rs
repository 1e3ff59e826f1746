//! A session that nobody keeps alive ends by itself. The audit log is told once: by the transaction that removes it.
use kit::{Clock, Result, audit};
use policy::{Caller, CallerKind};
use sqlx::PgConnection;

use super::change;
use crate::store::remote_session::{self, Expired};

/// So many at most, of all projects. In a transaction of the platform.
pub async fn sweep(connection: &mut PgConnection, clock: &Clock, at_once: i64) -> Result<()> {
    for session in remote_session::take_expired(connection, clock.now(), at_once).await? {
        tell(connection, clock, session).await?;
    }
    Ok(())
}

/// Before the device is another's to control, or is deleted: neither waits for the sweep.
pub(crate) async fn of_device(connection: &mut PgConnection, clock: &Clock, project_id: i64, device_id: i64) -> Result<()> {
    match remote_session::take_expired_of(connection, project_id, device_id, clock.now()).await? {
        Some(session) => tell(connection, clock, session).await,
        None => Ok(()),
    }
}

/// As of whoever began it, from no address: it was the platform that ended it.
async fn tell(connection: &mut PgConnection, clock: &Clock, session: Expired) -> Result<()> {
    let Expired { project_id, device_id, device_name, user_id, user_name } = session;
    let user = Caller { kind: CallerKind::User, project_id, user_id, user_name, ..Caller::default() };
    audit::record(connection, clock, &user, change("expire remote control", device_id, &device_name)).await
}
