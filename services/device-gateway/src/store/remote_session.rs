//! Sessions of remote control. One that is past its end counts for nothing, whether or not it is still there.
use kit::Result;
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::remote_session::Session;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    device_id: i64,
    user_id: i64,
    user_name: String,
    started_at: OffsetDateTime,
    expires_at: OffsetDateTime,
}

impl From<Row> for Session {
    fn from(row: Row) -> Session {
        let Row { id, device_id, user_id, user_name, started_at, expires_at } = row;
        Session { id, device_id, user_id, user_name, started_at, expires_at }
    }
}

/// One that came to its end by itself.
#[derive(Debug, sqlx::FromRow)]
pub struct Expired {
    pub project_id: i64,
    pub device_id: i64,
    pub device_name: String,
    pub user_id: i64,
    pub user_name: String,
}

/// Of a device, live or not.
pub async fn of_device(connection: &mut PgConnection, project_id: i64, device_id: i64) -> Result<Option<Session>> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT id, device_id, user_id, user_name, started_at, expires_at FROM remote_sessions WHERE project_id = $1 AND device_id = $2",
    )
    .bind(project_id)
    .bind(device_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Session::from))
}

/// The caller's own live session, locked until the transaction ends.
pub async fn lock_own(connection: &mut PgConnection, caller: &Caller, id: i64, now: OffsetDateTime) -> Result<Option<Session>> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT id, device_id, user_id, user_name, started_at, expires_at FROM remote_sessions
         WHERE project_id = $1 AND id = $2 AND user_id = $3 AND expires_at > $4 FOR UPDATE",
    )
    .bind(caller.project_id)
    .bind(id)
    .bind(caller.user_id)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Session::from))
}

/// Of a device that has none. The device is locked by whoever calls this.
pub async fn begin(
    connection: &mut PgConnection,
    caller: &Caller,
    device_id: i64,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<Session> {
    let row: Row = sqlx::query_as(
        "INSERT INTO remote_sessions (project_id, device_id, user_id, user_name, started_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING id, device_id, user_id, user_name, started_at, expires_at",
    )
    .bind(caller.project_id)
    .bind(device_id)
    .bind(caller.user_id)
    .bind(&caller.user_name)
    .bind(now)
    .bind(expires_at)
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

pub async fn prolong(connection: &mut PgConnection, project_id: i64, id: i64, expires_at: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE remote_sessions SET expires_at = $3 WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(id)
        .bind(expires_at)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn close(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM remote_sessions WHERE project_id = $1 AND id = $2").bind(project_id).bind(id).execute(connection).await?;
    Ok(())
}

/// Removed, so that nobody else takes it: so many at most. In a transaction of the platform.
pub async fn take_expired(connection: &mut PgConnection, now: OffsetDateTime, at_once: i64) -> Result<Vec<Expired>> {
    let expired = sqlx::query_as(
        "DELETE FROM remote_sessions s USING devices d WHERE d.id = s.device_id AND s.id IN
             (SELECT id FROM remote_sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING s.project_id, s.device_id, d.name AS device_name, s.user_id, s.user_name",
    )
    .bind(now)
    .bind(at_once)
    .fetch_all(connection)
    .await?;
    Ok(expired)
}

/// The same of one device. One that is kept alive at this moment is waited for, and left.
pub async fn take_expired_of(connection: &mut PgConnection, project_id: i64, device_id: i64, now: OffsetDateTime) -> Result<Option<Expired>> {
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
