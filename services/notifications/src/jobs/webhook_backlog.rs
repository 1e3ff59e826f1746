//! What waits for webhooks: measured, bounded, and given up with webhooks that have failed for long. Work of the leading replica.
use std::time::Duration;

use kit::realtime::Push;
use kit::{Database, Result, Tx, run_periodically};
use time::OffsetDateTime;

use super::webhook_queue::{self, DisabledWhere};
use crate::app::App;
use crate::domain::webhook_retry::MAX_FAILING;
use crate::domain::webhook_rules::{FULL, WebhookProblem, draft_from_problem};
use crate::operation::notification::create::create as create_notification;
use crate::push;
use crate::store::webhook::MAX_COUNTED;

const INTERVAL: Duration = Duration::from_secs(10);
/// Deliveries of a webhook that wait. More are not stored: the oldest were promised, and stay in order without a gap.
const MAX_PENDING: i64 = 100_000;
/// From there on they are stored again.
const MAX_PENDING_AFTER_FULL: i64 = 90_000;
/// Webhooks that are disabled in one round.
const BATCH: i64 = 100;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "the deliveries of webhooks are not measured", || work(&app)).await
}

pub async fn work(app: &App) -> Result<()> {
    bound(app, MAX_PENDING, MAX_PENDING_AFTER_FULL).await?;
    disable_failing(app).await?;
    measure(app).await
}

/// Marks webhooks with at least `max` deliveries that wait, until fewer than `resume` do.
pub async fn bound(app: &App, max: i64, resume: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let full = mark_full(&mut tx, max, resume).await?;
    notify(app, tx, full, FULL).await
}

async fn disable_failing(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let failing = DisabledWhere::FailingSince(now - MAX_FAILING);
    for webhook in list_failing(&app.context.database, now - MAX_FAILING).await? {
        let mut tx = app.context.database.system().await?;
        let disabled = webhook_queue::disable(&mut tx, webhook, failing, now).await?;
        notify(app, tx, disabled.into_iter().collect(), failing.reason().word()).await?;
    }
    Ok(())
}

/// Tells who vouches for the webhooks, and commits.
async fn notify(app: &App, mut tx: Tx, problems: Vec<WebhookProblem>, reason: &str) -> Result<()> {
    let mut pushes: Vec<Push> = Vec::new();
    for problem in problems {
        tracing::warn!(webhook = problem.id, project = problem.project_id, reason, "a webhook has a problem");
        pushes.extend(create_notification(app, &mut tx, Some(draft_from_problem(problem, reason))).await?);
    }
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(())
}

async fn measure(app: &App) -> Result<()> {
    let (pending, dead, oldest) = count(&app.context.database).await?;
    let metrics = &app.webhook_metrics;
    metrics.pending.set(pending);
    metrics.dead.set(dead);
    metrics.oldest.set(oldest.map_or(0, |oldest| (app.context.clock.now() - oldest).whole_seconds().max(0)));
    Ok(())
}

/// Returns those that have become full. Ids that are close together cannot be many: most webhooks are not counted.
async fn mark_full(tx: &mut Tx, max: i64, resume: i64) -> Result<Vec<WebhookProblem>> {
    let full: Vec<(i64, i64, String, i64)> = sqlx::query_as(
        "WITH counted AS (
             SELECT w.id, w.is_full, (
                 SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 1 LIMIT $1) x) AS pending
             FROM webhooks w WHERE w.is_full OR $1 <= (
                 SELECT max(d.id) - min(d.id) + 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 1)
         ), changed AS (
             UPDATE webhooks w SET is_full = NOT w.is_full FROM counted c
             WHERE c.id = w.id AND (c.pending >= CASE WHEN c.is_full THEN $2 ELSE $1 END) <> c.is_full
             RETURNING w.id, w.project_id, w.name, w.owner_id, w.is_full
         )
         SELECT id, project_id, name, owner_id FROM changed WHERE is_full ORDER BY id",
    )
    .bind(max)
    .bind(resume)
    .fetch_all(&mut **tx)
    .await?;
    Ok(full.into_iter().map(|(id, project_id, name, owner_id)| WebhookProblem { id, project_id, name, owner_id }).collect())
}

async fn list_failing(database: &Database, since: OffsetDateTime) -> Result<Vec<i64>> {
    let mut tx = database.system().await?;
    let found = sqlx::query_scalar("SELECT id FROM webhooks WHERE is_enabled AND failing_since <= $1 ORDER BY id LIMIT $2");
    let found = found.bind(since).bind(BATCH).fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    Ok(found)
}

/// Deliveries of enabled webhooks that wait, dead letters, and since when the oldest waits. Of each webhook so many as are counted.
async fn count(database: &Database) -> Result<(i64, i64, Option<OffsetDateTime>)> {
    let mut tx = database.system().await?;
    let counted = sqlx::query_as(
        "SELECT coalesce(sum(of_each.pending) FILTER (WHERE w.is_enabled), 0)::bigint, coalesce(sum(of_each.dead), 0)::bigint,
             min(of_each.oldest) FILTER (WHERE w.is_enabled)
         FROM webhooks w CROSS JOIN LATERAL (
             SELECT (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 1 LIMIT $1) x) AS pending,
                 (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 3 LIMIT $1) x) AS dead,
                 (SELECT d.created_at FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 1 ORDER BY d.id LIMIT 1) AS oldest
         ) of_each",
    )
    .bind(MAX_COUNTED)
    .fetch_one(&mut *tx)
    .await?;
    tx.rollback().await?;
    Ok(counted)
}
