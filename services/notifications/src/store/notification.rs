//! The notifications of users.
use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::notification_class::Significance;

pub type Right<A> = Authorized<resource::Notification, A>;

/// Unread notifications that are listed.
const MAX_UNREAD_LISTED: i64 = 20;
/// The count of unread notifications stops here.
const MAX_UNREAD_COUNTED: i64 = 1_000;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct NotificationRow {
    pub id: i64,
    /// Number of the class.
    pub r#type: i16,
    pub significance: i16,
    pub data: Value,
    pub created_at: OffsetDateTime,
    pub read_at: Option<OffsetDateTime>,
}

impl NotificationRow {
    pub fn significance(&self) -> Significance {
        Significance::try_from(i32::from(self.significance)).unwrap_or(Significance::Normal)
    }
}

pub struct UnreadNotifications {
    pub latest: Vec<NotificationRow>,
    pub total: i64,
    pub important: Vec<NotificationRow>,
}

/// The latest first, and the total, which retention bounds.
pub async fn list(
    connection: &mut PgConnection,
    right: &Right<action::View>,
    alarms: bool,
    offset: i64,
    limit: i64,
) -> Result<(Vec<NotificationRow>, i64)> {
    let items = sqlx::query_as(
        "SELECT id, type, significance, data, created_at, read_at FROM notifications
         WHERE project_id = $1 AND user_id = $2 AND (NOT $3 OR type IN (10, 11, 12)) ORDER BY id DESC OFFSET $4 LIMIT $5",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(alarms)
    .bind(offset)
    .bind(limit)
    .fetch_all(&mut *connection)
    .await?;
    let total = sqlx::query_scalar("SELECT count(*) FROM notifications WHERE project_id = $1 AND user_id = $2 AND (NOT $3 OR type IN (10, 11, 12))")
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .bind(alarms)
        .fetch_one(connection)
        .await?;
    Ok((items, total))
}

pub async fn list_unread(connection: &mut PgConnection, right: &Right<action::View>) -> Result<UnreadNotifications> {
    let latest = latest_unread(connection, right, 1).await?;
    let important = latest_unread(connection, right, 2).await?;
    let total = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT 1 FROM notifications WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL LIMIT $3) counted",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(MAX_UNREAD_COUNTED)
    .fetch_one(connection)
    .await?;
    Ok(UnreadNotifications { latest, total, important })
}

async fn latest_unread(connection: &mut PgConnection, right: &Right<action::View>, min_significance: i16) -> Result<Vec<NotificationRow>> {
    Ok(sqlx::query_as(
        "SELECT id, type, significance, data, created_at, read_at FROM notifications
         WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL AND significance >= $3 ORDER BY id DESC LIMIT $4",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(min_significance)
    .bind(MAX_UNREAD_LISTED)
    .fetch_all(connection)
    .await?)
}

/// Returns how many had been unread.
pub async fn mark_all_read(connection: &mut PgConnection, right: &Right<action::Edit>, now: OffsetDateTime) -> Result<i64> {
    let done = sqlx::query("UPDATE notifications SET read_at = $3 WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL")
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() as i64)
}

/// Returns 1, or 0 when it had been read before: the time of the first reading stays.
pub async fn mark_read(connection: &mut PgConnection, right: &Right<action::Edit>, id: i64, now: OffsetDateTime) -> Result<i64> {
    let read_at: Option<Option<OffsetDateTime>> =
        sqlx::query_scalar("SELECT read_at FROM notifications WHERE project_id = $1 AND user_id = $2 AND id = $3 FOR UPDATE")
            .bind(right.project_id())
            .bind(right.caller().user_id)
            .bind(id)
            .fetch_optional(&mut *connection)
            .await?;
    if read_at.ok_or(Error::NotFound)?.is_some() {
        return Ok(0);
    }
    sqlx::query("UPDATE notifications SET read_at = $3 WHERE project_id = $1 AND id = $2")
        .bind(right.project_id())
        .bind(id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(1)
}

/// Of a conversation that the user reads. Returns how many had been unread.
pub async fn mark_conversation_read(connection: &mut PgConnection, caller: &Caller, conversation_id: i64, now: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE notifications SET read_at = $4 WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL AND type IN (3, 4)
         AND data->'conversation_id' = to_jsonb($3::bigint)",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(conversation_id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
