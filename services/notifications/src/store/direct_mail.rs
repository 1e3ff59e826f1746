//! Mails that a user has sent at once, as a test or preview. They lie beside those of the queue, and are bounded for each
//! user: whoever may write templates must not write to the world.
use kit::{Error, Result};
use policy::Caller;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Of one user in `WINDOW`.
const LIMIT: i64 = 30;
const WINDOW: Duration = Duration::hours(1);

/// Notes that a mail is being sent; its id. Until its end is known it counts as failed.
pub async fn begin(connection: &mut PgConnection, caller: &Caller, kind: &str, to_email: &str, now: OffsetDateTime) -> Result<i64> {
    let recent: Vec<OffsetDateTime> = sqlx::query_scalar(
        "SELECT created_at FROM mails WHERE project_id = $1 AND sent_by = $2 AND created_at > $3 ORDER BY created_at DESC LIMIT $4",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(now - WINDOW)
    .bind(LIMIT)
    .fetch_all(&mut *connection)
    .await?;
    if let Some(oldest) = recent.get(LIMIT as usize - 1) {
        let wait = *oldest + WINDOW - now;
        return Err(Error::TooManyRequests { retry_after_seconds: wait.whole_seconds().max(1).unsigned_abs() });
    }
    Ok(sqlx::query_scalar(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, state, attempts, next_attempt_at, expires_at, created_at,
             finished_at, error, sent_by)
         VALUES ($1, $2, $3, $4, '', $5, 3, 1, $6, $6, $6, $6, 'not answered', $7) RETURNING id",
    )
    .bind(caller.project_id)
    .bind(Uuid::now_v7())
    .bind(kind)
    .bind(to_email)
    .bind(&caller.locale)
    .bind(now)
    .bind(caller.user_id)
    .fetch_one(connection)
    .await?)
}

/// What came of it: an error, or nothing when it was sent.
pub async fn end(connection: &mut PgConnection, caller: &Caller, id: i64, error: Option<&str>, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE mails SET state = $3, error = $4, finished_at = $5 WHERE project_id = $1 AND id = $2")
        .bind(caller.project_id)
        .bind(id)
        .bind(if error.is_some() { 3_i16 } else { 2 })
        .bind(error.unwrap_or_default())
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}
