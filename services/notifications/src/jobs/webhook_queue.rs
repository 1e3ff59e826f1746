//! The lanes of deliveries as their workers see them; `projection::webhook_delivery` adds to them.
use kit::{Database, Result, Tx};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::webhook::DisabledReason;
use crate::domain::webhook_reach::WebhookOwner;
use crate::domain::webhook_rules::WebhookProblem;
use crate::store::announce_recipient::group_paths;

/// Due lanes from which the next ones are chosen; enough to hold those of several webhooks.
const CLAIM_CANDIDATES: i64 = 500;
/// How long a replica holds a lane; then another replica may claim it.
const LEASE_TTL: Duration = Duration::minutes(1);
/// How often a webhook that works says so.
const DELIVERED_INTERVAL: Duration = Duration::minutes(1);

/// The first delivery of a lane.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ClaimedDelivery {
    pub id: i64,
    pub project_id: i64,
    pub webhook_id: i64,
    pub webhook_name: String,
    pub lane: String,
    /// Failures of the lane since its last success.
    pub failures: i32,
    pub leased_until: OffsetDateTime,
    pub event_id: Uuid,
    pub event: String,
    pub body: String,
    group_ids: Vec<i64>,
    pub expires_at: OffsetDateTime,
    pub url: String,
    pub secret: Vec<u8>,
    pub previous_secret: Option<Vec<u8>>,
    pub previous_secret_until: Option<OffsetDateTime>,
    pub owner_id: i64,
    owner_permissions: Vec<String>,
    owner_groups: Vec<i64>,
    /// Whoever vouches for the webhook may still view the event.
    #[sqlx(skip)]
    pub is_permitted: bool,
}

/// What a worker may claim.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClaimLimits<'a> {
    pub max: usize,
    pub max_per_project: usize,
    pub max_per_webhook: usize,
    /// Webhooks that fail, or those that do not.
    pub is_failing: bool,
    pub busy_projects: &'a [i64],
    pub busy_webhooks: &'a [i64],
}

/// Claims lanes that are due.
pub(super) async fn claim(database: &Database, now: OffsetDateTime, limits: ClaimLimits<'_>) -> Result<Vec<ClaimedDelivery>> {
    let mut tx = database.system().await?;
    let mut claimed: Vec<ClaimedDelivery> = sqlx::query_as(
        "WITH due AS (
             SELECT webhook_id, lane, row_number() OVER (PARTITION BY project_id ORDER BY next_attempt_at, webhook_id, lane) AS place_in_project,
                 row_number() OVER (PARTITION BY webhook_id ORDER BY next_attempt_at, lane) AS place_in_webhook
             FROM (
                 SELECT l.webhook_id, l.lane, l.project_id, l.next_attempt_at FROM webhook_lanes l JOIN webhooks w ON w.id = l.webhook_id
                 WHERE l.next_attempt_at <= $1 AND (l.leased_until IS NULL OR l.leased_until <= $1) AND w.is_enabled
                     AND (w.failing_since IS NOT NULL) = $2 AND NOT l.project_id = ANY($3) AND NOT l.webhook_id = ANY($4)
                     AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.project_id = l.project_id AND p.suspended)
                 ORDER BY l.next_attempt_at, l.webhook_id, l.lane LIMIT $5) first
         ), chosen AS (
             SELECT l.webhook_id, l.lane FROM webhook_lanes l JOIN due ON due.webhook_id = l.webhook_id AND due.lane = l.lane
             WHERE due.place_in_project <= $6 AND due.place_in_webhook <= $7 AND l.next_attempt_at <= $1
                 AND (l.leased_until IS NULL OR l.leased_until <= $1)
             ORDER BY l.next_attempt_at, l.webhook_id, l.lane LIMIT $8 FOR UPDATE OF l SKIP LOCKED
         ), claimed AS (
             UPDATE webhook_lanes l SET leased_until = $9 FROM chosen c WHERE l.webhook_id = c.webhook_id AND l.lane = c.lane
             RETURNING l.webhook_id, l.lane, l.attempts, l.leased_until
         )
         SELECT d.id, d.project_id, d.webhook_id, w.name AS webhook_name, d.lane, c.attempts AS failures, c.leased_until, d.event_id, d.event, d.body,
             d.group_ids, d.expires_at, w.url, w.secret, w.previous_secret, w.previous_secret_until, w.owner_id,
             coalesce(r.permissions, '{}') AS owner_permissions, ARRAY(SELECT m.group_id FROM user_groups m WHERE m.user_id = u.id) AS owner_groups
         FROM claimed c JOIN webhooks w ON w.id = c.webhook_id
         CROSS JOIN LATERAL (
             SELECT f.* FROM webhook_deliveries f WHERE f.webhook_id = c.webhook_id AND f.lane = c.lane AND f.state = 1 ORDER BY f.id LIMIT 1) d
         LEFT JOIN users u ON u.id = w.owner_id AND u.project_id = w.project_id AND u.is_active
         LEFT JOIN roles r ON r.id = u.role_id AND r.project_id = w.project_id ORDER BY d.id",
    )
    .bind(now)
    .bind(limits.is_failing)
    .bind(limits.busy_projects)
    .bind(limits.busy_webhooks)
    .bind(CLAIM_CANDIDATES)
    .bind(limits.max_per_project as i64)
    .bind(limits.max_per_webhook as i64)
    .bind(limits.max as i64)
    .bind(now + LEASE_TTL)
    .fetch_all(&mut *tx)
    .await?;
    check_owners(&mut tx, &mut claimed).await?;
    tx.commit().await?;
    Ok(claimed)
}

/// Who vouches for a webhook may have lost rights since the event was stored, or may be another one.
async fn check_owners(tx: &mut Tx, claimed: &mut [ClaimedDelivery]) -> Result<()> {
    let mut groups: Vec<i64> = claimed.iter().flat_map(|delivery| &delivery.group_ids).copied().collect();
    groups.sort_unstable();
    groups.dedup();
    let paths = if groups.is_empty() { Default::default() } else { group_paths(tx, &groups).await? };
    for delivery in claimed {
        let of_event: Vec<Vec<i64>> = delivery.group_ids.iter().filter_map(|group| paths.get(group).cloned()).collect();
        let owner = WebhookOwner::new(delivery.project_id, delivery.owner_id, &delivery.owner_permissions, delivery.owner_groups.clone());
        delivery.is_permitted = event_catalogue::find(&delivery.event).is_some_and(|event| owner.may_view(event, &of_event));
    }
    Ok(())
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryOutcome {
    Delivered,
    /// Until then the lane waits.
    Retry(OffsetDateTime),
    Dead,
}

/// What is known of an attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt<'a> {
    pub outcome: DeliveryOutcome,
    /// HTTP; 0 without an answer.
    pub status: u16,
    pub error: &'a str,
    /// False where nothing was sent.
    pub is_sent: bool,
}

/// Stores the outcome, and frees the lane. False when another replica has taken the lane over: then its outcome counts.
pub(super) async fn finish(database: &Database, delivery: &ClaimedDelivery, attempt: Attempt<'_>, now: OffsetDateTime) -> Result<bool> {
    let mut tx = database.system().await?;
    // The webhook is locked before its lanes, as by those who change it.
    if attempt.is_sent {
        set_health(&mut tx, delivery, attempt.outcome == DeliveryOutcome::Delivered, now).await?;
    }
    if !lock_lane(&mut tx, delivery).await? {
        return Ok(false);
    }
    let (state, failures, next) = match attempt.outcome {
        DeliveryOutcome::Delivered => (2_i16, 0, now),
        DeliveryOutcome::Retry(next) => (1, delivery.failures + 1, next),
        // Those behind it have waited as long: the pause of the next failure is as long, too.
        DeliveryOutcome::Dead => (3, if attempt.is_sent { delivery.failures + 1 } else { delivery.failures }, now),
    };
    sqlx::query(
        "UPDATE webhook_deliveries SET state = $2, status = $3, error = $4, attempts = attempts + $5,
             attempted_at = CASE WHEN $5 > 0 THEN $6 ELSE attempted_at END, finished_at = CASE WHEN $2 > 1 THEN $6 END
         WHERE id = $1",
    )
    .bind(delivery.id)
    .bind(state)
    .bind(i32::from(attempt.status))
    .bind(attempt.error)
    .bind(i32::from(attempt.is_sent))
    .bind(now)
    .execute(&mut *tx)
    .await?;
    free_lane(&mut tx, delivery, failures, next).await?;
    tx.commit().await?;
    Ok(true)
}

/// A statement of its own: what it has waited for is seen by the next one.
async fn lock_lane(tx: &mut Tx, delivery: &ClaimedDelivery) -> Result<bool> {
    let found: Option<i32> = sqlx::query_scalar("SELECT 1 FROM webhook_lanes WHERE webhook_id = $1 AND lane = $2 AND leased_until = $3 FOR UPDATE")
        .bind(delivery.webhook_id)
        .bind(&delivery.lane)
        .bind(delivery.leased_until)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(found.is_some())
}

/// Deletes the lane when nothing waits in it.
async fn free_lane(tx: &mut Tx, delivery: &ClaimedDelivery, failures: i32, next: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "WITH waiting AS (
             SELECT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 AND lane = $2 AND state = 1) AS is_any
         ), emptied AS (
             DELETE FROM webhook_lanes l USING waiting WHERE l.webhook_id = $1 AND l.lane = $2 AND NOT waiting.is_any
         )
         UPDATE webhook_lanes l SET attempts = $3, leased_until = NULL, next_attempt_at = CASE WHEN next_attempt_at IS NULL THEN NULL ELSE $4 END
         FROM waiting WHERE l.webhook_id = $1 AND l.lane = $2 AND waiting.is_any",
    )
    .bind(delivery.webhook_id)
    .bind(&delivery.lane)
    .bind(failures)
    .bind(next)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn set_health(tx: &mut Tx, delivery: &ClaimedDelivery, is_delivered: bool, now: OffsetDateTime) -> Result<()> {
    let statement = match is_delivered {
        true => {
            "UPDATE webhooks SET failing_since = NULL, delivered_at = $2
             WHERE id = $1 AND (failing_since IS NOT NULL OR delivered_at IS NULL OR delivered_at < $3)"
        }
        false => "UPDATE webhooks SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL AND $3 IS NOT NULL",
    };
    sqlx::query(statement).bind(delivery.webhook_id).bind(now).bind(now - DELIVERED_INTERVAL).execute(&mut **tx).await?;
    Ok(())
}

/// Disables a webhook. What waits stays, for whoever enables it again. Returns who is told; None for one that is disabled already.
pub(super) async fn disable(tx: &mut Tx, webhook_id: i64, reason: DisabledReason, now: OffsetDateTime) -> Result<Option<WebhookProblem>> {
    // Not only against changes: what is stored meanwhile has its lane first.
    sqlx::query("SELECT FROM webhooks WHERE id = $1 FOR UPDATE").bind(webhook_id).execute(&mut **tx).await?;
    let disabled: Option<(i64, i64, String, i64)> = sqlx::query_as(
        "UPDATE webhooks SET is_enabled = false, disabled_reason = $2, disabled_at = $3 WHERE id = $1 AND is_enabled
         RETURNING id, project_id, name, owner_id",
    )
    .bind(webhook_id)
    .bind(reason as i16)
    .bind(now)
    .fetch_optional(&mut **tx)
    .await?;
    if disabled.is_some() {
        sqlx::query("UPDATE webhook_lanes SET next_attempt_at = NULL WHERE webhook_id = $1").bind(webhook_id).execute(&mut **tx).await?;
    }
    Ok(disabled.map(|(id, project_id, name, owner_id)| WebhookProblem { id, project_id, name, owner_id }))
}
