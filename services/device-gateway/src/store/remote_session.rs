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

/// In the place of one that is over. The device is locked by whoever calls this.
pub async fn begin(
    connection: &mut PgConnection,
    caller: &Caller,
    device_id: i64,
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<Session> {
    sqlx::query("DELETE FROM remote_sessions WHERE project_id = $1 AND device_id = $2")
        .bind(caller.project_id)
        .bind(device_id)
        .execute(&mut *connection)
        .await?;
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

/// So many at most of those that are over. In a transaction of the platform.
pub async fn forget_expired(connection: &mut PgConnection, now: OffsetDateTime, at_once: i64) -> Result<u64> {
    let statement = "DELETE FROM remote_sessions WHERE id IN
        (SELECT id FROM remote_sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)";
    Ok(sqlx::query(statement).bind(now).bind(at_once).execute(connection).await?.rows_affected())
}
