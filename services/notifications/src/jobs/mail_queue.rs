//! The queue of mails as its workers see it: claims, and what became of each mail. What adds mails is in `store::mail`.
use kit::{Database, Result};
use time::{Duration, OffsetDateTime};

use crate::store::mail::QueuedMail;

/// Due mails from which the next ones are chosen; enough to hold mails of several projects.
const CLAIM_CANDIDATES: i64 = 500;
/// How long a replica holds a claimed mail; then another replica may claim it.
const LEASE_TTL: Duration = Duration::minutes(3);

/// Claims due mails: at most `max`, at most `max_per_project` of each project, none of `excluded_projects`. Several
/// replicas claim side by side.
pub(super) async fn claim(
    database: &Database,
    now: OffsetDateTime,
    max: i64,
    max_per_project: i64,
    excluded_projects: &[i64],
) -> Result<Vec<QueuedMail>> {
    let mut tx = database.system().await?;
    let mails = sqlx::query_as(
        "WITH due AS (
             SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY is_bulk, next_attempt_at, id) AS place FROM (
                 SELECT id, project_id, is_bulk, next_attempt_at FROM mails WHERE state = 1 AND next_attempt_at <= $1 AND NOT project_id = ANY($4)
                 ORDER BY is_bulk, next_attempt_at, id LIMIT $6) first
         ), chosen AS (
             SELECT m.id FROM mails m JOIN due ON due.id = m.id
             WHERE due.place <= $3 AND m.state = 1 AND m.next_attempt_at <= $1
             ORDER BY m.is_bulk, m.next_attempt_at, m.id LIMIT $2 FOR UPDATE OF m SKIP LOCKED
         )
         UPDATE mails SET attempts = attempts + 1, next_attempt_at = $5 FROM chosen WHERE mails.id = chosen.id
         RETURNING mails.id, project_id, event_id, kind, to_email, to_name, locale, domain_id, by_installation, sealed_values, attempts, expires_at, traceparent",
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

pub(super) enum MailOutcome<'a> {
    Sent,
    Failed(&'a str),
}

/// Removes a mail from the queue; the recipient of an announce learns what became of theirs. A mail that another replica has finished meanwhile stays as it is.
pub(super) async fn finish(database: &Database, id: i64, outcome: MailOutcome<'_>, now: OffsetDateTime) -> Result<()> {
    let (state, error) = match outcome {
        MailOutcome::Sent => (2_i16, ""),
        MailOutcome::Failed(error) => (3, error),
    };
    let mut tx = database.system().await?;
    sqlx::query(
        "WITH finished AS (
             UPDATE mails SET state = $2, error = $3, finished_at = $4, sealed_values = NULL, has_no_server = false WHERE id = $1 AND state = 1
             RETURNING id
         )
         UPDATE announce_recipients SET state = $2 WHERE mail_id IN (SELECT id FROM finished) AND state IN (1, 3)",
    )
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
pub(super) async fn retry(database: &Database, id: i64, next: OffsetDateTime, error: &str) -> Result<()> {
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
pub(super) async fn defer_without_server(database: &Database, id: i64, next: OffsetDateTime) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("UPDATE mails SET next_attempt_at = $2, attempts = attempts - 1, has_no_server = true, error = '' WHERE id = $1 AND state = 1")
        .bind(id)
        .bind(next)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}
