//! The queue of outgoing mails. Those that are sent at once are in `direct_mail`.
use kit::seal::Sealer;
use kit::{Database, Error, Result};
use proto::vestibule::events::v1::MailRequested;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::mail::macros::Values;
use crate::domain::mail::retry;

/// What the values of a mail are sealed for.
const PURPOSE: &str = "notifications.mail.values";
/// Mails of one project that may wait.
const QUEUE_LIMIT: i64 = 50_000;
/// A mail out of the queue is remembered for so long, and among the newest of its project.
const KEPT: Duration = Duration::days(30);
const KEPT_OF_PROJECT: i64 = 10_000;
/// Mails among which those to be sent next are chosen: all of them may be of one project.
const LOOKED_AT: i64 = 500;
/// The one that sends a mail has it for so long; then another replica may take it over.
pub const LEASE: Duration = Duration::minutes(3);

/// A mail to be sent, and the attempt that this is.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Outgoing {
    pub id: i64,
    pub project_id: i64,
    pub event_id: Uuid,
    pub kind: String,
    pub to_email: String,
    pub to_name: String,
    pub locale: String,
    pub domain_id: Option<i64>,
    sealed_values: Option<Vec<u8>>,
    pub attempts: i32,
    pub expires_at: OffsetDateTime,
    /// In whose trace it was asked for.
    pub traceparent: Option<String>,
}

impl Outgoing {
    pub fn values(&self, sealer: &Sealer) -> Result<Values> {
        let Some(sealed) = &self.sealed_values else { return Ok(Values::new()) };
        let text = sealer.open_for(PURPOSE, sealed).map_err(Error::internal)?;
        serde_json::from_str(&text).map_err(Error::internal)
    }
}

/// Puts a mail into the queue, unless the event was taken before.
pub async fn insert(connection: &mut PgConnection, sealer: &Sealer, event_id: Uuid, mail: &MailRequested, now: OffsetDateTime) -> Result<()> {
    let values: Values = mail.values.clone().into_iter().collect();
    let values = serde_json::to_string(&values).map_err(Error::internal)?;
    let void_after = mail.expires_at.as_ref().and_then(kit::clock::from_proto);
    let is_full: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM mails WHERE project_id = $1 AND state = 1 ORDER BY id OFFSET $2)")
        .bind(mail.project_id)
        .bind(QUEUE_LIMIT)
        .fetch_one(&mut *connection)
        .await?;
    if is_full {
        tracing::warn!(project = mail.project_id, "a mail is not taken: {QUEUE_LIMIT} of the project wait");
    }
    sqlx::query(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, domain_id, sealed_values, state, next_attempt_at, expires_at,
             created_at, finished_at, error, traceparent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN NULL ELSE $9 END, CASE WHEN $8 THEN 3 ELSE 1 END, $10, $11,
             $10, CASE WHEN $8 THEN $10 END, CASE WHEN $8 THEN 'too many mails wait' ELSE '' END, $12)
         ON CONFLICT (event_id) DO NOTHING",
    )
    .bind(mail.project_id)
    .bind(event_id)
    .bind(&mail.kind)
    .bind(&mail.to_email)
    .bind(&mail.to_name)
    .bind(&mail.locale)
    .bind((mail.domain_id != 0).then_some(mail.domain_id))
    .bind(is_full)
    .bind(sealer.seal_for(PURPOSE, &values))
    .bind(now)
    .bind(retry::expiry(now, void_after))
    .bind(kit::telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes mails whose time has come: at most `at_most`, `of_project` of each project, none of the projects `but`.
/// Other replicas take others.
pub async fn claim(database: &Database, now: OffsetDateTime, at_most: i64, of_project: i64, but: &[i64]) -> Result<Vec<Outgoing>> {
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
    .bind(at_most)
    .bind(of_project)
    .bind(but)
    .bind(now + LEASE)
    .bind(LOOKED_AT)
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(mails)
}

/// What became of a mail.
pub enum End<'a> {
    Sent,
    Failed(&'a str),
}

/// Out of the queue. One that was taken over meanwhile, and is out already, stays as it is.
pub async fn finish(database: &Database, id: i64, end: End<'_>, now: OffsetDateTime) -> Result<()> {
    let (state, error) = match end {
        End::Sent => (2_i16, ""),
        End::Failed(error) => (3, error),
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

/// Back into the queue until `next`.
pub async fn postpone(database: &Database, id: i64, next: OffsetDateTime, error: &str) -> Result<()> {
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

/// Back into the queue as if it had not been tried: there is nothing to send it by.
pub async fn put_back(database: &Database, id: i64, next: OffsetDateTime) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("UPDATE mails SET next_attempt_at = $2, attempts = attempts - 1, has_no_server = true, error = '' WHERE id = $1 AND state = 1")
        .bind(id)
        .bind(next)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// How many mails wait, and how many of them because there is no server to send them by.
pub async fn waiting(database: &Database) -> Result<(i64, i64)> {
    let mut tx = database.system().await?;
    let counts = sqlx::query_as("SELECT count(*), count(*) FILTER (WHERE has_no_server) FROM mails WHERE state = 1").fetch_one(&mut *tx).await?;
    Ok(counts)
}

/// Removes mails that are out of the queue and old, or too many; answers how many.
pub async fn forget_old(database: &Database, now: OffsetDateTime) -> Result<u64> {
    let mut tx = database.system().await?;
    let old = sqlx::query("DELETE FROM mails WHERE state <> 1 AND finished_at < $1").bind(now - KEPT).execute(&mut *tx).await?;
    let many = sqlx::query(
        // Materialised, or Postgres may look for the oldest anew for every mail.
        "WITH kept AS MATERIALIZED (
             SELECT p.project_id, (
                 SELECT k.id FROM mails k WHERE k.project_id = p.project_id AND k.state <> 1 ORDER BY k.id DESC OFFSET $1 - 1 LIMIT 1) AS oldest
             FROM (SELECT project_id FROM mails WHERE state <> 1 GROUP BY project_id HAVING count(*) > $1) p
         )
         DELETE FROM mails m USING kept WHERE m.project_id = kept.project_id AND m.state <> 1 AND m.id < kept.oldest",
    )
    .bind(KEPT_OF_PROJECT)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(old.rows_affected() + many.rows_affected())
}
