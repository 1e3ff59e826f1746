//! What the SIP service's own operations read and write.
use kit::error::violated;
use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A number's password.
#[derive(Debug, sqlx::FromRow)]
pub struct Secret {
    pub id: i64,
    pub number: String,
    pub sealed_password: Vec<u8>,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Restart {
    pub id: i64,
    pub project_id: i64,
    pub user_id: i64,
    pub user_name: String,
}

/// Numbers with a phone, as the edge has written it down within its last seconds: times of UTC that do not say so.
pub async fn registered_numbers(connection: &mut PgConnection, realm: &str) -> Result<i64> {
    let statement = "SELECT count(DISTINCT username) FROM edge.location WHERE domain = $1 AND expires > now() AT TIME ZONE 'UTC'";
    Ok(sqlx::query_scalar(statement).bind(realm).fetch_one(connection).await?)
}

pub async fn active_calls(connection: &mut PgConnection, project_id: i64) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM active_calls WHERE project_id = $1").bind(project_id).fetch_one(connection).await?)
}

/// Locked, by id from after `last`.
pub async fn sealed_passwords(connection: &mut PgConnection, project_id: i64, last: i64, limit: i64) -> Result<Vec<Secret>> {
    let statement = "SELECT id, number, sealed_password FROM sip_numbers WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE";
    Ok(sqlx::query_as(statement).bind(project_id).bind(last).bind(limit).fetch_all(connection).await?)
}

pub async fn write_accounts(
    connection: &mut PgConnection,
    right: &Authorized<resource::SipService, action::Edit>,
    ids: &[i64],
    ha1: &[String],
) -> Result<i64> {
    let done =
        sqlx::query("UPDATE sip_numbers n SET ha1 = a.ha1 FROM unnest($2::bigint[], $3::text[]) a (id, ha1) WHERE n.project_id = $1 AND n.id = a.id")
            .bind(right.project_id())
            .bind(ids)
            .bind(ha1)
            .execute(connection)
            .await?;
    Ok(done.rows_affected() as i64)
}

/// In a transaction of the platform: a restart is everybody's.
pub async fn is_restarting(connection: &mut PgConnection) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT FROM sip_restarts WHERE ended_at IS NULL)").fetch_one(connection).await?)
}

pub async fn begin_restart(connection: &mut PgConnection, caller: &Caller, now: OffsetDateTime) -> Result<Restart> {
    sqlx::query_as(
        "INSERT INTO sip_restarts (project_id, user_id, user_name, started_at) VALUES ($1, $2, $3, $4)
         RETURNING id, project_id, user_id, user_name",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(&caller.user_name)
    .bind(now)
    .fetch_one(connection)
    .await
    .map_err(|error| match violated(&error) {
        Some("sip_restarts_one") => Error::conflict("action prohibited"),
        _ => error.into(),
    })
}

/// Whether it was under way.
pub async fn end_restart(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<bool> {
    let done = sqlx::query("UPDATE sip_restarts SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL").bind(id).bind(now).execute(connection).await?;
    Ok(done.rows_affected() > 0)
}

pub async fn abandoned_restart(connection: &mut PgConnection, before: OffsetDateTime) -> Result<Option<Restart>> {
    let statement = "SELECT id, project_id, user_id, user_name FROM sip_restarts WHERE ended_at IS NULL AND started_at < $1";
    Ok(sqlx::query_as(statement).bind(before).fetch_optional(connection).await?)
}
