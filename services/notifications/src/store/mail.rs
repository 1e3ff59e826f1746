//! The queue of outgoing mails. Mails sent while the user waits are in `direct_mail`.
use std::collections::HashMap;

use kit::seal::Sealer;
use kit::{Database, Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::mail::draft::MailDraft;
use crate::domain::mail::macros::Values;
use crate::domain::mail::retry;
use crate::store::announce::LockedAnnounce;

/// Purpose under which the values of a mail are sealed.
const SEAL_PURPOSE: &str = "notifications.mail.values";
/// Queued mails of one project.
const MAX_QUEUED: i64 = 50_000;
/// Of these, mails of announces begin no more beyond this many.
const MAX_QUEUED_BULK: i64 = 20_000;

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
    pub by_installation: bool,
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
             created_at, traceparent, by_installation)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $9, $11, $12)
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
    .bind(mail.by_installation)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether mails of an announce may be queued: a part of the queue is left to all other mails.
pub async fn has_room_for_bulk(connection: &mut PgConnection, project_id: i64) -> Result<bool> {
    let is_full: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM mails WHERE project_id = $1 AND state = 1 ORDER BY id OFFSET $2)")
        .bind(project_id)
        .bind(MAX_QUEUED_BULK)
        .fetch_one(connection)
        .await?;
    Ok(!is_full)
}

/// A mail of an announce.
pub struct BulkMail<'a> {
    pub to_email: &'a str,
    pub to_name: &'a str,
    pub locale: &'a str,
    pub values: Values,
}

/// Queues mails of an announce behind all other mails. Returns their ids in order.
pub async fn insert_of_announce(
    connection: &mut PgConnection,
    locked: &LockedAnnounce,
    sealer: &Sealer,
    mail_type_id: &str,
    mails: &[BulkMail<'_>],
    now: OffsetDateTime,
) -> Result<Vec<i64>> {
    let sealed: Result<Vec<Vec<u8>>> =
        mails.iter().map(|mail| Ok(sealer.seal_for(SEAL_PURPOSE, &serde_json::to_string(&mail.values).map_err(Error::internal)?))).collect();
    let group_id = match locked.group_ids[..] {
        [only] => Some(only),
        _ => None,
    };
    let event_ids: Vec<Uuid> = mails.iter().map(|_| Uuid::now_v7()).collect();
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, domain_id, sealed_values, state, next_attempt_at, expires_at,
             created_at, traceparent, is_bulk)
         SELECT $1, n.event_id, $2, n.email, n.name, n.locale, $3, n.sealed, 1, $9, $10, $9, $11, true
         FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::bytea[]) n (event_id, email, name, locale, sealed)
         RETURNING event_id, id",
    )
    .bind(locked.project_id)
    .bind(mail_type_id)
    .bind(group_id)
    .bind(&event_ids)
    .bind(mails.iter().map(|mail| mail.to_email).collect::<Vec<_>>())
    .bind(mails.iter().map(|mail| mail.to_name).collect::<Vec<_>>())
    .bind(mails.iter().map(|mail| mail.locale).collect::<Vec<_>>())
    .bind(sealed?)
    .bind(now)
    .bind(retry::expiry(now, None))
    .bind(kit::telemetry::traceparent())
    .fetch_all(connection)
    .await?;
    let ids: HashMap<Uuid, i64> = rows.into_iter().collect();
    Ok(event_ids.iter().filter_map(|event_id| ids.get(event_id).copied()).collect())
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

/// The number of queued mails, and of those that wait for a mail server.
pub async fn count_waiting(database: &Database) -> Result<(i64, i64)> {
    let mut tx = database.system().await?;
    let counts = sqlx::query_as("SELECT count(*), count(*) FILTER (WHERE has_no_server) FROM mails WHERE state = 1").fetch_one(&mut *tx).await?;
    Ok(counts)
}
