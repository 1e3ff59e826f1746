//! Fetches lists again that are old, and deletes old tasks and events, dead workers and expired sessions of remote control.
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{retention, worker};
use crate::app::App;
use crate::domain::device::STATUS_HISTORY;
use crate::operation::{event, lift, remote_session};

const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// A list is fetched again after this time even without an event that it changed.
const LIST_TTL: time::Duration = time::Duration::minutes(30);
const MAX_LISTS: i64 = 500;
/// How long finished tasks are kept.
const TASK_TTL: time::Duration = time::Duration::days(30);
const MAX_TASKS: i64 = 10_000;
/// How long it is kept that a device gave an item back.
const PROOF_TTL: time::Duration = time::Duration::days(90);
const MAX_PROOFS: i64 = 10_000;
const MAX_SESSIONS: i64 = 1_000;
/// How long it is kept what devices did in an emergency alert: notifications keeps it for longer.
const ALERT_TTL: time::Duration = time::Duration::days(1);
const MAX_TOKENS: i64 = 10_000;
const MAX_STATUS_CHANGES: i64 = 10_000;
/// Deleted in one sweep: 14 million a day.
const MAX_EVENTS: i64 = 10_000;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), SWEEP_INTERVAL, "the sweep failed and will run again", || sweep(&app)).await
}

async fn sweep(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    retention::delete_finished_tasks(&mut tx, now - TASK_TTL, MAX_TASKS).await?;
    enqueue_stale(&mut tx, now - LIST_TTL, MAX_LISTS, now).await?;
    retention::delete_absent_items(&mut tx, now - PROOF_TTL, MAX_PROOFS).await?;
    retention::delete_status_changes(&mut tx, now - STATUS_HISTORY, MAX_STATUS_CHANGES).await?;
    worker::delete_dead(&mut tx, now).await?;
    retention::delete_expired_tokens(&mut tx, now, MAX_TOKENS).await?;
    let most_days = app.config.event_retention.and_then(|retention| i32::try_from(retention.whole_days()).ok());
    event::delete_expired(&mut tx, most_days, now, MAX_EVENTS).await?;
    lift::give_up_unanswered(&mut tx, now).await?;
    retention::delete_ended_alert_runs(&mut tx, now - ALERT_TTL).await?;
    remote_session::expire(&mut tx, &app.context.clock, MAX_SESSIONS).await?;
    tx.commit().await?;
    app.notify_dispatcher();
    Ok(())
}

/// Adds a fetch for lists that were last fetched before `before`: an event about a change may have been lost.
async fn enqueue_stale(connection: &mut PgConnection, before: OffsetDateTime, limit: i64, now: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query(
        "UPDATE device_sync SET fetch_asked = fetch_asked + 1, work_at = least(work_at, $3), work_seq = work_seq + 1, fetched_at = $3, traceparent = NULL WHERE device_id IN (
             SELECT s.device_id FROM device_sync s JOIN devices d ON d.id = s.device_id
             WHERE (s.fetched_at < $1 OR s.fetched_at IS NULL) AND d.protocol <> 3 AND NOT d.deleted LIMIT $2 FOR UPDATE OF s SKIP LOCKED)",
    )
    .bind(before)
    .bind(limit)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
