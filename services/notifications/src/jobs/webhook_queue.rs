//! The lanes of deliveries as their workers see them; `projection::webhook_delivery` adds to them.
use kit::{Database, Result, Tx};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::webhook_deliveries::{Room, WebhookKey};
use crate::domain::webhook::DisabledReason;
use crate::domain::webhook_reach::WebhookOwner;
use crate::domain::webhook_rules::WebhookProblem;
use crate::projection::webhook_delivery::find_paths;

/// Webhooks that are looked at together.
const WAITING_WEBHOOKS: i64 = 200;
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

/// Webhooks for which deliveries wait, by their ids.
#[derive(Clone, Debug)]
pub(super) struct WaitingWebhooks {
    /// Those of them that may be due.
    pub due: Vec<WebhookKey>,
    /// None at the end of all.
    pub last: Option<i64>,
}

/// The next ones after a webhook. From one webhook to the next in the index, past whatever waits for each.
pub(super) async fn list_waiting(database: &Database, now: OffsetDateTime, is_failing: bool, after: i64) -> Result<WaitingWebhooks> {
    let mut tx = database.system().await?;
    let found: Vec<(i64, i64, bool)> = sqlx::query_as(
        "WITH RECURSIVE waiting AS (
             (SELECT webhook_id, next_attempt_at, 1 AS place FROM webhook_lanes WHERE webhook_id > $1 AND next_attempt_at IS NOT NULL
              ORDER BY webhook_id, next_attempt_at LIMIT 1)
             UNION ALL
             SELECT l.webhook_id, l.next_attempt_at, w.place + 1 FROM waiting w CROSS JOIN LATERAL (
                 SELECT webhook_id, next_attempt_at FROM webhook_lanes WHERE webhook_id > w.webhook_id AND next_attempt_at IS NOT NULL
                 ORDER BY webhook_id, next_attempt_at LIMIT 1) l
             WHERE w.place < $2
         )
         SELECT w.id, w.project_id, waiting.next_attempt_at <= $3 AND w.is_enabled AND (w.failing_since IS NOT NULL) = $4
             AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.project_id = w.project_id AND p.suspended)
         FROM waiting JOIN webhooks w ON w.id = waiting.webhook_id ORDER BY w.id",
    )
    .bind(after)
    .bind(WAITING_WEBHOOKS)
    .bind(now)
    .bind(is_failing)
    .fetch_all(&mut *tx)
    .await?;
    tx.rollback().await?;
    let last = found.last().map(|(webhook_id, ..)| *webhook_id).filter(|_| found.len() as i64 == WAITING_WEBHOOKS);
    let due = found.into_iter().filter(|(.., is_due)| *is_due).map(|(webhook_id, project_id, _)| WebhookKey { project_id, webhook_id });
    Ok(WaitingWebhooks { due: due.collect(), last })
}

/// Claims lanes of these webhooks that are due, up to `max`: one of each project in turn, and of each webhook in it. Each is locked by its
/// key, in that order: for a join the planner would read all lanes there are.
pub(super) async fn claim(database: &Database, now: OffsetDateTime, rooms: &[Room], max: usize) -> Result<Vec<ClaimedDelivery>> {
    let numbers = |number: fn(&Room) -> i64| rooms.iter().map(number).collect::<Vec<i64>>();
    let mut tx = database.system().await?;
    let mut claimed: Vec<ClaimedDelivery> = sqlx::query_as(
        "WITH due AS (
             SELECT l.webhook_id, l.lane, l.next_attempt_at, c.of_project,
                 row_number() OVER (PARTITION BY c.project_id ORDER BY l.place, l.next_attempt_at, l.webhook_id) AS place
             FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) c (webhook_id, project_id, of_webhook, of_project)
             CROSS JOIN LATERAL (
                 SELECT f.*, row_number() OVER () AS place FROM (
                     SELECT webhook_id, lane, next_attempt_at FROM webhook_lanes
                     WHERE webhook_id = c.webhook_id AND next_attempt_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
                     ORDER BY next_attempt_at LIMIT c.of_webhook) f) l
         ), chosen AS (
             SELECT l.webhook_id, l.lane
             FROM (SELECT * FROM due WHERE place <= of_project ORDER BY place, next_attempt_at, webhook_id, lane) due
             CROSS JOIN LATERAL (
                 SELECT webhook_id, lane FROM webhook_lanes
                 WHERE webhook_id = due.webhook_id AND lane = due.lane AND next_attempt_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
                 LIMIT 1 FOR UPDATE SKIP LOCKED) l
             LIMIT $6
         ), claimed AS (
             UPDATE webhook_lanes l SET leased_until = $7 FROM chosen c WHERE l.webhook_id = c.webhook_id AND l.lane = c.lane
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
    .bind(numbers(|room| room.key.webhook_id))
    .bind(numbers(|room| room.key.project_id))
    .bind(numbers(|room| room.of_webhook as i64))
    .bind(numbers(|room| room.of_project as i64))
    .bind(max as i64)
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
    let paths = if groups.is_empty() { Default::default() } else { find_paths(tx, &groups).await? };
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
pub(super) async fn finish(tx: &mut Tx, delivery: &ClaimedDelivery, attempt: Attempt<'_>, now: OffsetDateTime) -> Result<bool> {
    // The webhook is locked before its lanes, as by those who change it.
    if attempt.is_sent {
        set_health(tx, delivery, attempt.outcome == DeliveryOutcome::Delivered, now).await?;
    }
    if !lock_lane(tx, delivery).await? {
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
    .execute(&mut **tx)
    .await?;
    free_lane(tx, delivery, failures, next).await?;
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

/// Why a webhook is disabled, where that still holds once nobody else changes it.
#[derive(Clone, Copy, Debug)]
pub(super) enum DisabledWhere<'a> {
    /// The server of this address wants no more messages. Another address may have been saved since.
    Gone { url: &'a str },
    /// Nothing was accepted since then or before. Something may have been meanwhile.
    FailingSince(OffsetDateTime),
}

impl DisabledWhere<'_> {
    pub fn reason(self) -> DisabledReason {
        match self {
            DisabledWhere::Gone { .. } => DisabledReason::Gone,
            DisabledWhere::FailingSince(_) => DisabledReason::Failing,
        }
    }
}

/// Disables a webhook. What waits stays, for whoever enables it again. Returns who is told; None for one that is disabled already, or that
/// has no reason to be any more.
pub(super) async fn disable(tx: &mut Tx, webhook_id: i64, why: DisabledWhere<'_>, now: OffsetDateTime) -> Result<Option<WebhookProblem>> {
    let (url, failing_since) = match why {
        DisabledWhere::Gone { url } => (Some(url), None),
        DisabledWhere::FailingSince(since) => (None, Some(since)),
    };
    // Not only against changes: what is stored meanwhile has its lane first.
    sqlx::query("SELECT FROM webhooks WHERE id = $1 FOR UPDATE").bind(webhook_id).execute(&mut **tx).await?;
    let disabled: Option<(i64, i64, String, i64)> = sqlx::query_as(
        "UPDATE webhooks SET is_enabled = false, disabled_reason = $2, disabled_at = $3
         WHERE id = $1 AND is_enabled AND (url = $4 OR failing_since <= $5) RETURNING id, project_id, name, owner_id",
    )
    .bind(webhook_id)
    .bind(why.reason() as i16)
    .bind(now)
    .bind(url)
    .bind(failing_since)
    .fetch_optional(&mut **tx)
    .await?;
    if disabled.is_some() {
        sqlx::query("UPDATE webhook_lanes SET next_attempt_at = NULL WHERE webhook_id = $1").bind(webhook_id).execute(&mut **tx).await?;
    }
    Ok(disabled.map(|(id, project_id, name, owner_id)| WebhookProblem { id, project_id, name, owner_id }))
}
