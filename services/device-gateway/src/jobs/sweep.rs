//! Fetches lists again that are old, and deletes old tasks and events, dead workers and expired sessions of remote control.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::{event, lift, remote_session};
use crate::store::{device_sync, device_token, item, task, worker};

const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// A list is fetched again after this time even if no event said that it changed.
const LIST_TTL: time::Duration = time::Duration::minutes(30);
const MAX_LISTS: i64 = 500;
/// How long finished tasks are kept.
const TASK_TTL: time::Duration = time::Duration::days(30);
const MAX_TASKS: i64 = 10_000;
/// How long it is kept that a device gave an item back.
const PROOF_TTL: time::Duration = time::Duration::days(90);
const MAX_PROOFS: i64 = 10_000;
const MAX_SESSIONS: i64 = 1_000;
const MAX_TOKENS: i64 = 10_000;
/// Deleted in one sweep: 14 million a day.
const MAX_EVENTS: i64 = 10_000;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), SWEEP_INTERVAL, "the sweep failed and will run again", || sweep(&app)).await
}

async fn sweep(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    device_sync::enqueue_stale(&mut tx, now - LIST_TTL, MAX_LISTS, now).await?;
    task::delete_finished(&mut tx, now - TASK_TTL, MAX_TASKS).await?;
    item::delete_given_back(&mut tx, now - PROOF_TTL, MAX_PROOFS).await?;
    worker::delete_dead(&mut tx, now).await?;
    device_token::delete_expired(&mut tx, now, MAX_TOKENS).await?;
    if let Some(retention) = app.config.event_retention {
        event::delete_expired(&mut tx, now - retention, MAX_EVENTS).await?;
    }
    lift::give_up_unanswered(&mut tx, now).await?;
    remote_session::expire(&mut tx, &app.context.clock, MAX_SESSIONS).await?;
    tx.commit().await?;
    app.notify_dispatcher();
    Ok(())
}
