//! Sessions of remote control. An expired session has no effect, whether or not its row still exists.
use kit::Result;
use kit::listing::Permitted;
use policy::{Caller, action};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::device::DeviceRow;
use crate::domain::remote_session::RemoteSession;

#[derive(sqlx::FromRow)]
struct RemoteSessionRow {
    id: i64,
    device_id: i64,
    user_id: i64,
    user_name: String,
    started_at: OffsetDateTime,
    expires_at: OffsetDateTime,
}

impl From<RemoteSessionRow> for RemoteSession {
    fn from(row: RemoteSessionRow) -> RemoteSession {
        let RemoteSessionRow { id, device_id, user_id, user_name, started_at, expires_at } = row;
        RemoteSession { id, device_id, user_id, user_name, started_at, expires_at }
    }
}

/// A session that expired.
#[derive(Debug, sqlx::FromRow)]
pub struct ExpiredSession {
    pub project_id: i64,
    pub device_id: i64,
    pub device_name: String,
    pub user_id: i64,
    pub user_name: String,
}

/// The session of a device, expired or not.
pub async fn find_by_device(connection: &mut PgConnection, project_id: i64, device_id: i64) -> Result<Option<RemoteSession>> {
    let row: Option<RemoteSessionRow> = sqlx::query_as(
        "SELECT id, device_id, user_id, user_name, started_at, expires_at FROM remote_sessions WHERE project_id = $1 AND device_id = $2",
    )
    .bind(project_id)
    .bind(device_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(RemoteSession::from))
}

/// The caller's own live session, locked until the transaction ends.
pub async fn find_own_for_update(connection: &mut PgConnection, caller: &Caller, id: i64, now: OffsetDateTime) -> Result<Option<RemoteSession>> {
    let row: Option<RemoteSessionRow> = sqlx::query_as(
        "SELECT id, device_id, user_id, user_name, started_at, expires_at FROM remote_sessions
         WHERE project_id = $1 AND id = $2 AND user_id = $3 AND expires_at > $4 FOR UPDATE",
    )
    .bind(caller.project_id)
    .bind(id)
    .bind(caller.user_id)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(RemoteSession::from))
}

/// For a device that has none; the lock on the device keeps others from inserting one.
pub async fn insert(
    connection: &mut PgConnection,
    device: &Permitted<DeviceRow, action::Edit>,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<RemoteSession> {
    let row: RemoteSessionRow = sqlx::query_as(
        "INSERT INTO remote_sessions (project_id, device_id, user_id, user_name, started_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING id, device_id, user_id, user_name, started_at, expires_at",
    )
    .bind(device.project_id)
    .bind(device.id)
    .bind(device.caller().user_id)
    .bind(&device.caller().user_name)
    .bind(now)
    .bind(expires_at)
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Of the caller's own session.
pub async fn update_expiry(connection: &mut PgConnection, caller: &Caller, id: i64, expires_at: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE remote_sessions SET expires_at = $4 WHERE project_id = $1 AND id = $2 AND user_id = $3")
        .bind(caller.project_id)
        .bind(id)
        .bind(caller.user_id)
        .bind(expires_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// The caller's own session.
pub async fn delete(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM remote_sessions WHERE project_id = $1 AND id = $2 AND user_id = $3")
        .bind(caller.project_id)
        .bind(id)
        .bind(caller.user_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes up to `limit` expired sessions, and returns them. In a transaction of the platform.
pub async fn delete_expired(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<ExpiredSession>> {
    let expired = sqlx::query_as(
        "DELETE FROM remote_sessions s USING devices d WHERE d.id = s.device_id AND s.id IN
             (SELECT id FROM remote_sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING s.project_id, s.device_id, d.name AS device_name, s.user_id, s.user_name",
    )
    .bind(now)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    Ok(expired)
}

/// Deletes the session of one device, if it is expired. Waits for a renewal that is under way, and keeps the session then.
pub async fn delete_expired_of_device(
    connection: &mut PgConnection,
    project_id: i64,
    device_id: i64,
    now: OffsetDateTime,
) -> Result<Option<ExpiredSession>> {
    let expired = sqlx::query_as(
        "DELETE FROM remote_sessions s USING devices d
         WHERE d.id = s.device_id AND s.project_id = $1 AND s.device_id = $2 AND s.expires_at <= $3
         RETURNING s.project_id, s.device_id, d.name AS device_name, s.user_id, s.user_name",
    )
    .bind(project_id)
    .bind(device_id)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(expired)
}
