//! Deletes sessions that ended long ago, with their refresh tokens, tokens for programs and the mobile clients that have no
//! session left, and registrations, invitations and recoveries whose code or link has expired. A batch of each table at a time.
use std::time::Duration;

use kit::{Context, Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::recovery;

const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(3600);
/// How long an ended session is kept, so that its origin can still be looked up.
const SESSION_RETENTION: time::Duration = time::Duration::days(7);
/// Rows of each table that one transaction deletes.
const BATCH: i64 = 5_000;

/// One statement for each table whose rows expire.
const EXPIRED: [&str; 4] = [
    "DELETE FROM registrations WHERE hash IN (SELECT hash FROM registrations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    "DELETE FROM self_registrations WHERE hash IN (SELECT hash FROM self_registrations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    "DELETE FROM invitations WHERE user_id IN (SELECT user_id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    "DELETE FROM password_recoveries WHERE account_id IN (SELECT account_id FROM password_recoveries WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
];
const RECOVERY_REQUESTS: &str =
    "DELETE FROM recovery_requests WHERE id IN (SELECT id FROM recovery_requests WHERE created_at < $1 ORDER BY created_at LIMIT $2)";

pub async fn run(context: Context) -> anyhow::Result<()> {
    run_periodically(context.clone(), CLEAN_UP_INTERVAL, "expired rows stay for another hour", || clean_up(&context)).await
}

pub async fn clean_up(context: &Context) -> Result<()> {
    loop {
        let mut tx = context.database.system().await?;
        let now = context.clock.now();
        let before = now - SESSION_RETENTION;
        let sessions = delete_sessions(&mut tx, before).await?;
        let people = delete_mobile_clients(&mut tx, before).await? + delete_service_users(&mut tx).await?;
        let deleted = sessions + people + delete_expired(&mut tx, now).await?;
        tx.commit().await?;
        if deleted == 0 {
            return Ok(());
        }
    }
}

/// Deletes sessions that ended before `before`, with their tokens. Returns how many; a full batch means there may be more.
async fn delete_sessions(connection: &mut PgConnection, before: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query("DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)")
        .bind(before)
        .bind(BATCH)
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

/// Forgets clients whose last session was cleaned up. Returns how many.
async fn delete_mobile_clients(connection: &mut PgConnection, before: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query(
        "DELETE FROM mobile_clients WHERE id IN (
             SELECT c.id FROM mobile_clients c WHERE c.auth_at < $1 AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.mobile_client_id = c.id)
             ORDER BY c.auth_at LIMIT $2)",
    )
    .bind(before)
    .bind(BATCH)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Deletes those as whom a token of a project acted that was cleaned up. Returns how many.
async fn delete_service_users(connection: &mut PgConnection) -> Result<u64> {
    let done = sqlx::query(
        "DELETE FROM users WHERE id IN (
             SELECT u.id FROM users u WHERE u.is_service AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.user_id = u.id) LIMIT $1)",
    )
    .bind(BATCH)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Deletes what waited for its code or link in vain. Returns how many rows.
async fn delete_expired(connection: &mut PgConnection, now: OffsetDateTime) -> Result<u64> {
    let mut deleted = 0;
    for statement in EXPIRED {
        deleted += sqlx::query(statement).bind(now).bind(BATCH).execute(&mut *connection).await?.rows_affected();
    }
    let requests = sqlx::query(RECOVERY_REQUESTS).bind(now - recovery::MAX_DELAY).bind(BATCH).execute(connection).await?;
    Ok(deleted + requests.rows_affected())
}
