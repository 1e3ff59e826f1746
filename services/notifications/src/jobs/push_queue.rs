//! The queue of messages to browsers as its workers see it; `store::recipients` adds to it.
use kit::{Database, Result};
use time::{Duration, OffsetDateTime};

use crate::store::notification::NotificationRow;

/// Due messages from which the next ones are chosen; enough to hold those of several projects.
const CLAIM_CANDIDATES: i64 = 500;
/// How long a replica holds a claimed message; then another replica may claim it.
const LEASE_TTL: Duration = Duration::minutes(1);

#[derive(Debug, sqlx::FromRow)]
pub(super) struct PushMessageRow {
    pub message_id: i64,
    pub project_id: i64,
    pub subscription_id: i64,
    pub attempts: i16,
    pub expires_at: OffsetDateTime,
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    pub locale: String,
    /// The user is active and has not read it, and the browser is still theirs.
    pub is_wanted: bool,
    #[sqlx(flatten)]
    pub notification: NotificationRow,
}

/// Claims due messages, important ones first: at most `max`, at most `max_per_project` of each project, none of `excluded_projects`.
pub(super) async fn claim(
    database: &Database,
    now: OffsetDateTime,
    max: i64,
    max_per_project: i64,
    excluded_projects: &[i64],
) -> Result<Vec<PushMessageRow>> {
    let mut tx = database.system().await?;
    let messages = sqlx::query_as(
        "WITH due AS (
             SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY is_urgent DESC, next_attempt_at, id) AS place FROM (
                 SELECT id, project_id, is_urgent, next_attempt_at FROM push_messages WHERE next_attempt_at <= $1 AND NOT project_id = ANY($4)
                 ORDER BY is_urgent DESC, next_attempt_at, id LIMIT $6) first
         ), chosen AS (
             SELECT m.id FROM push_messages m JOIN due ON due.id = m.id WHERE due.place <= $3 AND m.next_attempt_at <= $1
             ORDER BY m.is_urgent DESC, m.next_attempt_at, m.id LIMIT $2 FOR UPDATE OF m SKIP LOCKED
         ), claimed AS (
             UPDATE push_messages m SET attempts = attempts + 1, next_attempt_at = $5 FROM chosen WHERE m.id = chosen.id
             RETURNING m.id, m.project_id, m.subscription_id, m.notification_id, m.attempts, m.expires_at
         )
         SELECT c.id AS message_id, c.project_id, c.subscription_id, c.attempts, c.expires_at, s.endpoint, s.p256dh, s.auth,
             coalesce(u.locale, '') AS locale, n.read_at IS NULL AND n.user_id = s.user_id AND coalesce(u.is_active, false) AS is_wanted,
             n.id, n.type, n.significance, n.data, n.created_at, n.read_at
         FROM claimed c JOIN push_subscriptions s ON s.id = c.subscription_id JOIN notifications n ON n.id = c.notification_id
         LEFT JOIN users u ON u.id = s.user_id ORDER BY c.id",
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
    Ok(messages)
}

pub(super) async fn delete(database: &Database, message: &PushMessageRow) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("DELETE FROM push_messages WHERE id = $1").bind(message.message_id).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// With all that is on its way to this browser.
pub(super) async fn delete_subscription(database: &Database, message: &PushMessageRow) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("DELETE FROM push_subscriptions WHERE id = $1").bind(message.subscription_id).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

pub(super) async fn retry(database: &Database, message: &PushMessageRow, next: OffsetDateTime) -> Result<()> {
    let mut tx = database.system().await?;
    sqlx::query("UPDATE push_messages SET next_attempt_at = $2 WHERE id = $1").bind(message.message_id).bind(next).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}
