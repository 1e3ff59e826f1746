//! Refresh tokens, by hash.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A token with the session it belongs to.
#[derive(sqlx::FromRow)]
pub struct Found {
    pub session_id: i64,
    pub project_id: i64,
    pub user_id: i64,
    pub expires_at: OffsetDateTime,
    pub used: bool,
    pub revoked: bool,
}

/// Locks token and session: of two calls with one token the second sees it used.
pub async fn lock(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<Option<Found>> {
    let found = sqlx::query_as(
        "SELECT s.id AS session_id, s.project_id, s.user_id, s.expires_at, t.used_at IS NOT NULL AS used, s.revoked_at IS NOT NULL AS revoked
         FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = $1 FOR UPDATE",
    )
    .bind(hash.as_slice())
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

pub async fn insert(connection: &mut PgConnection, hash: &[u8; 32], project_id: i64, session_id: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO refresh_tokens (hash, project_id, session_id, created_at) VALUES ($1, $2, $3, $4)")
        .bind(hash.as_slice())
        .bind(project_id)
        .bind(session_id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn mark_used(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE refresh_tokens SET used_at = $2 WHERE hash = $1").bind(hash.as_slice()).bind(now).execute(connection).await?;
    Ok(())
}
