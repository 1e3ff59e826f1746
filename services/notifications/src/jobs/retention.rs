//! Deletes notifications beyond the newest of each user, old mails that have left the queue, and old deliveries to webhooks.
use std::time::Duration;

use kit::{Database, Result, run_periodically};
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::push_subscription::SUBSCRIPTION_TTL;

const INTERVAL: Duration = Duration::from_secs(3600);
/// Notifications that are kept for each user.
const MAX_RETAINED_PER_USER: i64 = 1_000;
/// How long a mail that has left the queue is kept, and how many of a project.
const MAIL_RETENTION: time::Duration = time::Duration::days(30);
const MAX_RETAINED_PER_PROJECT: i64 = 10_000;
/// How long what a webhook has received is kept, and dead letters. What waits for a disabled webhook is kept as long as they.
const DELIVERED_RETENTION: time::Duration = time::Duration::days(7);
const DEAD_RETENTION: time::Duration = time::Duration::days(30);

const DELIVERED: i16 = 2;
const DEAD: i16 = 3;

/// How many of each webhook are kept: a server that refuses everything, and is enabled again and again, does not fill the disk.
pub struct MaxDeliveries {
    pub delivered: i64,
    pub dead: i64,
}

const MAX_DELIVERIES: MaxDeliveries = MaxDeliveries { delivered: 1_000, dead: 100_000 };

/// Returns the number of deleted rows.
pub async fn delete_old(app: &App) -> Result<u64> {
    let database = &app.context.database;
    let now = app.context.clock.now();
    let notifications = delete_notifications(database).await? + delete_push_subscriptions(database, now).await?;
    let deliveries = delete_webhook_deliveries(database, now).await? + bound_webhook_deliveries(app, MAX_DELIVERIES).await?;
    Ok(notifications + delete_mails(database, now).await? + deliveries)
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "old notifications and mails are not deleted", || delete_old(&app)).await
}

/// Deletes all but the newest of each user. Returns the number of deleted rows.
async fn delete_notifications(database: &Database) -> Result<u64> {
    let mut tx = database.system().await?;
    let done = sqlx::query(
        "DELETE FROM notifications n USING (
             SELECT many.project_id, many.user_id, (
                 SELECT k.id FROM notifications k WHERE k.project_id = many.project_id AND k.user_id = many.user_id
                 ORDER BY k.id DESC OFFSET $1 - 1 LIMIT 1) AS oldest
             FROM (SELECT project_id, user_id FROM notifications GROUP BY project_id, user_id HAVING count(*) > $1) many
         ) retained WHERE n.project_id = retained.project_id AND n.user_id = retained.user_id AND n.id < retained.oldest",
    )
    .bind(MAX_RETAINED_PER_USER)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected())
}

/// Deletes browsers that have not opened the console for long. Returns their number.
async fn delete_push_subscriptions(database: &Database, now: OffsetDateTime) -> Result<u64> {
    let mut tx = database.system().await?;
    let done = sqlx::query("DELETE FROM push_subscriptions WHERE renewed_at < $1").bind(now - SUBSCRIPTION_TTL).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(done.rows_affected())
}

/// Deletes mails that have left the queue and are old or too many. Returns their number.
async fn delete_mails(database: &Database, now: OffsetDateTime) -> Result<u64> {
    let mut tx = database.system().await?;
    let old = sqlx::query("DELETE FROM mails WHERE state <> 1 AND finished_at < $1").bind(now - MAIL_RETENTION).execute(&mut *tx).await?;
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

/// Deletes all but the newest deliveries of each webhook that have ended. Returns their number.
pub async fn bound_webhook_deliveries(app: &App, max: MaxDeliveries) -> Result<u64> {
    let database = &app.context.database;
    let delivered = delete_webhook_deliveries_beyond(database, DELIVERED, max.delivered).await?;
    let dead = delete_webhook_deliveries_beyond(database, DEAD, max.dead).await?;
    Ok(delivered + dead)
}

async fn delete_webhook_deliveries_beyond(database: &Database, state: i16, max: i64) -> Result<u64> {
    let mut tx = database.system().await?;
    // By their ids: the planner takes one that is smaller than another for every third.
    let done = sqlx::query(
        "DELETE FROM webhook_deliveries d USING webhooks w CROSS JOIN LATERAL (
             SELECT k.id FROM webhook_deliveries k WHERE k.webhook_id = w.id AND k.state = $1 ORDER BY k.id DESC OFFSET $2) old
         WHERE d.id = old.id AND d.state = $1",
    )
    .bind(state)
    .bind(max)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(done.rows_affected())
}

/// Deletes deliveries to webhooks that are old. Returns their number.
async fn delete_webhook_deliveries(database: &Database, now: OffsetDateTime) -> Result<u64> {
    let mut tx = database.system().await?;
    let finished = sqlx::query("DELETE FROM webhook_deliveries WHERE state = 2 AND finished_at < $1 OR state = 3 AND finished_at < $2")
        .bind(now - DELIVERED_RETENTION)
        .bind(now - DEAD_RETENTION)
        .execute(&mut *tx)
        .await?;
    // Nothing is stored for a disabled webhook, and nobody enables it meanwhile.
    let waiting = sqlx::query(
        "WITH disabled AS (
             SELECT id FROM webhooks WHERE NOT is_enabled AND disabled_at < $1 FOR UPDATE
         ), lanes AS (
             DELETE FROM webhook_lanes l USING disabled WHERE l.webhook_id = disabled.id
         )
         DELETE FROM webhook_deliveries d USING disabled WHERE d.webhook_id = disabled.id AND d.state = 1",
    )
    .bind(now - DEAD_RETENTION)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(finished.rows_affected() + waiting.rows_affected())
}
