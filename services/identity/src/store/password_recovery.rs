//! Recoveries of passwords: what was asked for, and the links that were sent.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Requests that may wait to be worked off.
const MAX_WAITING: i64 = 10_000;

pub struct NewRequest<'a> {
    pub email: &'a str,
    pub ip: &'a str,
    pub request_id: &'a str,
    pub now: OffsetDateTime,
}

/// `Unavailable` while too many wait.
pub async fn ask(connection: &mut PgConnection, request: &NewRequest<'_>) -> Result<()> {
    let noted = sqlx::query(
        "INSERT INTO recovery_requests (email, ip, request_id, created_at, traceparent)
         SELECT $1, $2, $3, $4, $6 WHERE (SELECT count(*) FROM (SELECT 1 FROM recovery_requests LIMIT $5) waiting) < $5",
    )
    .bind(request.email)
    .bind(request.ip)
    .bind(request.request_id)
    .bind(request.now)
    .bind(MAX_WAITING)
    .bind(kit::telemetry::traceparent())
    .execute(connection)
    .await?;
    match noted.rows_affected() {
        0 => Err(Error::Unavailable(anyhow::anyhow!("too many recoveries wait"))),
        _ => Ok(()),
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RecoveryRequest {
    pub email: String,
    pub ip: String,
    pub request_id: String,
    /// In whose trace it was asked for.
    pub traceparent: Option<String>,
}

/// Takes the oldest that nobody else works on.
pub async fn next(connection: &mut PgConnection) -> Result<Option<RecoveryRequest>> {
    let next = sqlx::query_as(
        "DELETE FROM recovery_requests
         WHERE id = (SELECT id FROM recovery_requests ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING email, ip, request_id, traceparent",
    );
    Ok(next.fetch_optional(connection).await?)
}

/// The link that was sent before is void.
pub async fn replace(connection: &mut PgConnection, account_id: i64, hash: &[u8; 32], expires_at: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO password_recoveries (account_id, hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at",
    )
    .bind(account_id)
    .bind(hash.as_slice())
    .bind(expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn void(connection: &mut PgConnection, account_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM password_recoveries WHERE account_id = $1").bind(account_id).execute(connection).await?;
    Ok(())
}

pub async fn is_good(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime) -> Result<bool> {
    let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM password_recoveries WHERE hash = $1 AND expires_at > $2)");
    Ok(found.bind(hash.as_slice()).bind(now).fetch_one(connection).await?)
}

/// Uses the link up: the account, if it is still good.
pub async fn take(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime) -> Result<Option<i64>> {
    let taken = sqlx::query_scalar("DELETE FROM password_recoveries WHERE hash = $1 AND expires_at > $2 RETURNING account_id");
    Ok(taken.bind(hash.as_slice()).bind(now).fetch_optional(connection).await?)
}
