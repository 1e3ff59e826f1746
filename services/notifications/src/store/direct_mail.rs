//! Mails sent while the user waits: tests and previews. They are rows of `mails` that were never in the queue.
use kit::Result;
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Returns the id. The mail counts as failed until its outcome is stored.
pub async fn insert(connection: &mut PgConnection, caller: &Caller, mail_type_id: &str, to_email: &str, now: OffsetDateTime) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, state, attempts, next_attempt_at, expires_at, created_at,
             finished_at, error, sent_by)
         VALUES ($1, $2, $3, $4, '', $5, 3, 1, $6, $6, $6, $6, 'not answered', $7) RETURNING id",
    )
    .bind(caller.project_id)
    .bind(Uuid::now_v7())
    .bind(mail_type_id)
    .bind(to_email)
    .bind(&caller.locale)
    .bind(now)
    .bind(caller.user_id)
    .fetch_one(connection)
    .await?)
}

/// `error`: None when the mail was sent.
pub async fn update_outcome(connection: &mut PgConnection, caller: &Caller, id: i64, error: Option<&str>, now: OffsetDateTime) -> Result<()> {
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
