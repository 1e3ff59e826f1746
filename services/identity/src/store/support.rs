//! Support sessions of dealers. Only for transactions of the platform.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Sessions whose end one run records.
const BATCH: i64 = 500;

/// Whom a dealer signs in as.
pub struct SupportUser<'a> {
    pub project_id: i64,
    pub role_id: i64,
    /// The dealer's own.
    pub account_id: i64,
    pub name: &'a str,
    pub locale: &'a str,
    pub now: OffsetDateTime,
}

/// One for each dealer's account and project, created at the first support session. No event is published about them.
pub async fn user(connection: &mut PgConnection, user: &SupportUser<'_>) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO users (project_id, role_id, name, is_active, locale, is_support, support_account_id, created_at, updated_at)
         VALUES ($1, $2, $3, true, $4, true, $5, $6, $6)
         ON CONFLICT (project_id, support_account_id) WHERE is_support
         DO UPDATE SET role_id = $2, name = $3, locale = $4, is_active = true, updated_at = $6 RETURNING id",
    )
    .bind(user.project_id)
    .bind(user.role_id)
    .bind(user.name)
    .bind(user.locale)
    .bind(user.account_id)
    .bind(user.now)
    .fetch_one(connection)
    .await?;
    Ok(id)
}

/// The account of this user.
pub async fn account_of(connection: &mut PgConnection, user_id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT account_id FROM users WHERE id = $1").bind(user_id).fetch_optional(connection).await?.flatten())
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SupportSession {
    pub session_id: i64,
    pub project_id: i64,
    pub user_id: i64,
    pub dealer_name: String,
    pub reason: String,
}

pub async fn insert(connection: &mut PgConnection, session: &SupportSession) -> Result<()> {
    sqlx::query("INSERT INTO support_sessions (session_id, project_id, user_id, dealer_name, reason) VALUES ($1, $2, $3, $4, $5)")
        .bind(session.session_id)
        .bind(session.project_id)
        .bind(session.user_id)
        .bind(&session.dealer_name)
        .bind(&session.reason)
        .execute(connection)
        .await?;
    Ok(())
}

/// Those that are over, signed out or ended, and of which the audit log does not know; from now on it does.
pub async fn take_ended(connection: &mut PgConnection, now: OffsetDateTime) -> Result<Vec<SupportSession>> {
    let ended = sqlx::query_as(
        "UPDATE support_sessions SET ended_at = $1 WHERE session_id IN (
             SELECT t.session_id FROM support_sessions t JOIN sessions s ON s.id = t.session_id
             WHERE t.ended_at IS NULL AND (s.revoked_at IS NOT NULL OR s.expires_at <= $1) LIMIT $2 FOR UPDATE OF t SKIP LOCKED)
         RETURNING session_id, project_id, user_id, dealer_name, reason",
    )
    .bind(now)
    .bind(BATCH)
    .fetch_all(connection)
    .await?;
    Ok(ended)
}
