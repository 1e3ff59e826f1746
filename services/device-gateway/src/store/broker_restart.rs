//! The broker's devices, and its restarts.
use kit::error::violated;
use kit::{Error, Result};
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::device::ONLINE;
use crate::domain::device::Protocol;

/// Devices of a project that speak MQTT, and those of them that are online.
pub async fn count_devices(connection: &mut PgConnection, project_id: i64) -> Result<(i64, i64)> {
    let statement = "SELECT count(*), count(*) FILTER (WHERE status = $3) FROM devices WHERE project_id = $1 AND protocol = $2 AND NOT deleted";
    Ok(sqlx::query_as(statement).bind(project_id).bind(Protocol::Mqtt as i16).bind(ONLINE).fetch_one(connection).await?)
}

/// A restart that began before `since` was abandoned by its process. In a transaction of the platform: a restart concerns all
/// projects.
pub async fn is_restarting(connection: &mut PgConnection, since: OffsetDateTime) -> Result<bool> {
    let statement = "SELECT EXISTS (SELECT FROM broker_restarts WHERE ended_at IS NULL AND started_at >= $1)";
    Ok(sqlx::query_scalar(statement).bind(since).fetch_one(connection).await?)
}

/// Of those that began before `since`. In a transaction of the platform.
pub async fn finish_abandoned(connection: &mut PgConnection, since: OffsetDateTime, now: OffsetDateTime) -> Result<()> {
    let statement = "UPDATE broker_restarts SET ended_at = $2 WHERE ended_at IS NULL AND started_at < $1";
    sqlx::query(statement).bind(since).bind(now).execute(connection).await?;
    Ok(())
}

pub async fn insert(connection: &mut PgConnection, caller: &Caller, now: OffsetDateTime) -> Result<i64> {
    sqlx::query_scalar("INSERT INTO broker_restarts (project_id, user_id, user_name, started_at) VALUES ($1, $2, $3, $4) RETURNING id")
        .bind(caller.project_id)
        .bind(caller.user_id)
        .bind(&caller.user_name)
        .bind(now)
        .fetch_one(connection)
        .await
        .map_err(|error| match violated(&error) {
            Some("broker_restarts_one") => Error::conflict("action prohibited"),
            _ => error.into(),
        })
}

pub async fn finish(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE broker_restarts SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL").bind(id).bind(now).execute(connection).await?;
    Ok(())
}
