//! A user's own notifications.
use kit::{Database, Error, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::notification::Stored;

pub type Proof<A> = Authorized<resource::Notification, A>;

/// Those that the list of unread ones holds.
const LATEST: i64 = 20;
/// Counts are exact up to here.
const COUNT_LIMIT: i64 = 1_000;
/// Notifications that are kept for each user.
pub const KEPT: i64 = 1_000;

pub struct Unread {
    pub latest: Vec<Stored>,
    pub total: i64,
    pub important: Vec<Stored>,
}

/// The latest first, and how many there are. Retention bounds the count, save for what came within the hour.
pub async fn page(connection: &mut PgConnection, proof: &Proof<action::View>, alarms: bool, offset: i64, limit: i64) -> Result<(Vec<Stored>, i64)> {
    let items = sqlx::query_as(
        "SELECT id, type, significance, data, created_at, read_at FROM notifications
         WHERE project_id = $1 AND user_id = $2 AND (NOT $3 OR type IN (10, 11, 12)) ORDER BY id DESC OFFSET $4 LIMIT $5",
    )
    .bind(proof.project_id())
    .bind(proof.caller().user_id)
    .bind(alarms)
    .bind(offset)
    .bind(limit)
    .fetch_all(&mut *connection)
    .await?;
    let total = sqlx::query_scalar("SELECT count(*) FROM notifications WHERE project_id = $1 AND user_id = $2 AND (NOT $3 OR type IN (10, 11, 12))")
        .bind(proof.project_id())
        .bind(proof.caller().user_id)
        .bind(alarms)
        .fetch_one(connection)
        .await?;
    Ok((items, total))
}

pub async fn unread(connection: &mut PgConnection, proof: &Proof<action::View>) -> Result<Unread> {
    let latest = latest_unread(connection, proof, 1).await?;
    let important = latest_unread(connection, proof, 2).await?;
    let total = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT 1 FROM notifications WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL LIMIT $3) counted",
    )
    .bind(proof.project_id())
    .bind(proof.caller().user_id)
    .bind(COUNT_LIMIT)
    .fetch_one(connection)
    .await?;
    Ok(Unread { latest, total, important })
}

async fn latest_unread(connection: &mut PgConnection, proof: &Proof<action::View>, least: i16) -> Result<Vec<Stored>> {
    Ok(sqlx::query_as(
        "SELECT id, type, significance, data, created_at, read_at FROM notifications
         WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL AND significance >= $3 ORDER BY id DESC LIMIT $4",
    )
    .bind(proof.project_id())
    .bind(proof.caller().user_id)
    .bind(least)
    .bind(LATEST)
    .fetch_all(connection)
    .await?)
}

/// How many were unread until now.
pub async fn read_all(connection: &mut PgConnection, proof: &Proof<action::Edit>, now: OffsetDateTime) -> Result<i64> {
    let done = sqlx::query("UPDATE notifications SET read_at = $3 WHERE project_id = $1 AND user_id = $2 AND read_at IS NULL")
        .bind(proof.project_id())
        .bind(proof.caller().user_id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() as i64)
}

/// 1, or 0 when it was read before: it keeps the time of the first reading.
pub async fn read_one(connection: &mut PgConnection, proof: &Proof<action::Edit>, id: i64, now: OffsetDateTime) -> Result<i64> {
    let read_at: Option<Option<OffsetDateTime>> =
        sqlx::query_scalar("SELECT read_at FROM notifications WHERE project_id = $1 AND user_id = $2 AND id = $3 FOR UPDATE")
            .bind(proof.project_id())
            .bind(proof.caller().user_id)
            .bind(id)
            .fetch_optional(&mut *connection)
            .await?;
    if read_at.ok_or(Error::NotFound)?.is_some() {
        return Ok(0);
    }
    sqlx::query("UPDATE notifications SET read_at = $3 WHERE project_id = $1 AND id = $2")
        .bind(proof.project_id())
        .bind(id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(1)
}

/// Removes what is older than the newest of each user; answers how many.
pub async fn forget_old(database: &Database) -> Result<u64> {
    let mut tx = database.system().await?;
    let done = sqlx::query(
        "DELETE FROM notifications n USING (
             SELECT many.project_id, many.user_id, (
                 SELECT k.id FROM notifications k WHERE k.project_id = many.project_id AND k.user_id = many.user_id
                 ORDER BY k.id DESC OFFSET $1 - 1 LIMIT 1) AS oldest
             FROM (SELECT project_id, user_id FROM notifications GROUP BY project_id, user_id HAVING count(*) > $1) many
         ) kept WHERE n.project_id = kept.project_id AND n.user_id = kept.user_id AND n.id < kept.oldest",
    )
    .bind(KEPT)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected())
}
