//! The queue of outgoing mails. Mails sent while the user waits are in `direct_mail`.
use kit::seal::Sealer;
use kit::{Database, Error, Result};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::mail::draft::MailDraft;
use crate::domain::mail::macros::Values;
use crate::domain::mail::retry;

/// Purpose under which the values of a mail are sealed.
const SEAL_PURPOSE: &str = "notifications.mail.values";
/// Queued mails of one project.
const MAX_QUEUED: i64 = 50_000;
/// How long a mail that has left the queue is kept, and how many of a project.
const RETENTION: Duration = Duration::days(30);
const MAX_RETAINED_PER_PROJECT: i64 = 10_000;
/// Due mails from which the next ones are chosen; enough to hold mails of several projects.
const CLAIM_CANDIDATES: i64 = 500;
/// How long a replica holds a claimed mail; then another replica may claim it.
const LEASE_TTL: Duration = Duration::minutes(3);

/// A claimed mail. `attempts` includes the current one.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct QueuedMail {
    pub id: i64,
    pub project_id: i64,
    pub event_id: Uuid,
    /// Id of the mail's type.
    pub kind: String,
    pub to_email: String,
    pub to_name: String,
    pub locale: String,
    pub domain_id: Option<i64>,
    sealed_values: Option<Vec<u8>>,
    pub attempts: i32,
    pub expires_at: OffsetDateTime,
    /// The trace in which it was queued.
    pub traceparent: Option<String>,
}

impl QueuedMail {
    pub fn values(&self, sealer: &Sealer) -> Result<Values> {
        let Some(sealed) = &self.sealed_values else { return Ok(Values::new()) };
        let text = sealer.open_for(SEAL_PURPOSE, sealed).map_err(Error::internal)?;
        serde_json::from_str(&text).map_err(Error::internal)
    }
}

/// Queues a mail, once for an event id. A mail of a project whose queue is full is stored as failed.
pub async fn insert(connection: &mut PgConnection, sealer: &Sealer, event_id: Uuid, mail: &MailDraft, now: OffsetDateTime) -> Result<()> {
    let is_full: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM mails WHERE project_id = $1 AND state = 1 ORDER BY id OFFSET $2)")
        .bind(mail.project_id)
        .bind(MAX_QUEUED)
        .fetch_one(&mut *connection)
        .await?;
    if is_full {
        tracing::warn!(project = mail.project_id, "a mail is not queued: {MAX_QUEUED} of the project are");
        return insert_failed(connection, event_id, mail, "too many mails wait", now).await;
    }
    let values = serde_json::to_string(&mail.values).map_err(Error::internal)?;
    sqlx::query(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, domain_id, sealed_values, state, next_attempt_at, expires_at,
             created_at, traceparent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $9, $11)
         ON CONFLICT (event_id) DO NOTHING",
    )
    .bind(mail.project_id)
    .bind(event_id)
    .bind(&mail.mail_type_id)
    .bind(&mail.to_email)
    .bind(&mail.to_name)
    .bind(&mail.locale)
    .bind(mail.group_id)
    .bind(sealer.seal_for(SEAL_PURPOSE, &values))
    .bind(now)
    .bind(retry::expiry(now, mail.expires_at))
    .bind(kit::telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores a mail that is not to be sent, without its values.
pub async fn insert_failed(connection: &mut PgConnection, event_id: Uuid, mail: &MailDraft, error: &str, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, domain_id, state, next_attempt_at, expires_at, created_at,
             finished_at, error, traceparent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 3, $8, $9, $8, $8, $10, $11)
         ON CONFLICT (event_id) DO NOTHING",
    )
    .bind(mail.project_id)
    .bind(event_id)
    .bind(&mail.mail_type_id)
    .bind(&mail.to_email)
    .bind(&mail.to_name)
    .bind(&mail.locale)
    .bind(mail.group_id)
    .bind(now)
    .bind(retry::expiry(now, mail.expires_at))
    .bind(error)
    .bind(kit::telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// Mails of the draft's type to its address since then, refused ones not counted; at most `max` are counted.
pub async fn count_recent(connection: &mut PgConnection, mail: &MailDraft, since: OffsetDateTime, max: i64) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "SELECT count(*) FROM (
             SELECT 1 FROM mails WHERE project_id = $1 AND kind = $2 AND to_email = $3 AND created_at > $4 AND sent_by IS NULL
                 AND NOT (state = 3 AND attempts = 0) LIMIT $5) recent",
    )
    .bind(mail.project_id)
    .bind(&mail.mail_type_id)
    .bind(&mail.to_email)
    .bind(since)
    .bind(max)
    .fetch_one(connection)
    .await?)
}

/// Claims due mails: at most `max`, at most `max_per_project` of each project, none of `excluded_projects`. Several
/// replicas claim side by side.
pub async fn claim(database: &Database, now: OffsetDateTime, max: i64, max_per_project: i64, excluded_projects: &[i64]) -> Result<Vec<QueuedMail>> {
    let mut tx = database.system().await?;
    let mails = sqlx::query_as(
        "WITH due AS (
             SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY next_attempt_at, id) AS place FROM (
                 SELECT id, project_id, next_attempt_at FROM mails WHERE state = 1 AND next_attempt_at <= $1 AND NOT project_id = ANY($4)
                 ORDER BY next_attempt_at, id LIMIT $6) first
         ), chosen AS (
             SELECT m.id FROM mails m JOIN due ON due.id = m.id
             WHERE due.place <= $3 AND m.state = 1 AND m.next_attempt_at <= $1
             ORDER BY m.next_attempt_at, m.id LIMIT $2 FOR UPDATE OF m SKIP LOCKED
         )
         UPDATE mails SET attempts = attempts + 1, next_attempt_at = $5 FROM chosen WHERE mails.id = chosen.id
         RETURNING mails.id, project_id, event_id, kind, to_email, to_name, locale, domain_id, sealed_values, attempts, expires_at, traceparent",
    )
    .bind(now)
    .bind(max)
    .bind(max_per_project)
    .bind(excluded_projects)
    .bind(now + LEASE_TTL)
    .bind(CLAIM_CANDIDATES)
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(mails)
}

pub enum MailOutcome<'a> {
    Sent,
    Failed(&'a str),
}

/// Removes a mail from the queue. A mail that another replica has finished meanwhile stays as it is.
pub async fn finish(database: &Database, id: i64, outcome: MailOutcome<'_>, now: OffsetDateTime) -> Result<()> {
    let (state, error) = match outcome {
        MailOutcome::Sent => (2_i16, ""),
        MailOutcome::Failed(error) => (3, error),
    };
    let mut tx = database.system().await?;
    sqlx::query("UPDATE mails SET state = $2, error = $3, finished_at = $4, sealed_values = NULL, has_no_server = false WHERE id = $1 AND state = 1")
        .bind(id)
        .bind(state)
        .bind(error)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns a mail to the queue until `next`.
pub async fn retry(database: &Database, id: i64, next: OffsetDateTime, error: &str) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("UPDATE mails SET next_attempt_at = $2, error = $3, has_no_server = false WHERE id = $1 AND state = 1")
        .bind(id)
        .bind(next)
        .bind(error)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns a mail to the queue without counting the attempt: there is no server to send it by.
pub async fn defer_without_server(database: &Database, id: i64, next: OffsetDateTime) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("UPDATE mails SET next_attempt_at = $2, attempts = attempts - 1, has_no_server = true, error = '' WHERE id = $1 AND state = 1")
        .bind(id)
        .bind(next)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// The number of queued mails, and of those that wait for a mail server.
pub async fn count_waiting(database: &Database) -> Result<(i64, i64)> {
    let mut tx = database.system().await?;
    let counts = sqlx::query_as("SELECT count(*), count(*) FILTER (WHERE has_no_server) FROM mails WHERE state = 1").fetch_one(&mut *tx).await?;
    Ok(counts)
}

/// Deletes mails that have left the queue and are old or too many. Returns their number.
pub async fn delete_old(database: &Database, now: OffsetDateTime) -> Result<u64> {
    let mut tx = database.system().await?;
    let old = sqlx::query("DELETE FROM mails WHERE state <> 1 AND finished_at < $1").bind(now - RETENTION).execute(&mut *tx).await?;
    let many = sqlx::query(
        // Materialized, since Postgres may otherwise search the oldest again for every mail.
        "WITH retained AS MATERIALIZED (
             SELECT p.project_id, (
                 SELECT k.id FROM mails k WHERE k.project_id = p.project_id AND k.state <> 1 ORDER BY k.id DESC OFFSET $1 - 1 LIMIT 1) AS oldest
             FROM (SELECT project_id FROM mails WHERE state <> 1 GROUP BY project_id HAVING count(*) > $1) p
         )
         DELETE FROM mails m USING retained WHERE m.project_id = retained.project_id AND m.state <> 1 AND m.id < retained.oldest",
    )
    .bind(MAX_RETAINED_PER_PROJECT)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(old.rows_affected() + many.rows_affected())
}
