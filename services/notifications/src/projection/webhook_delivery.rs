//! Deliveries that follow from events: stored in the transaction of the event, once for each webhook that gets it.
use std::collections::HashMap;

use event_catalogue::EventType;
use kit::Result;
use kit::consumer::Delivery;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::webhook_event::{EventPlace, WebhookEvent};
use crate::domain::webhook_reach::{WebhookGroup, WebhookOwner, is_within};
use crate::domain::webhook_retry::MAX_AGE;
use crate::store::announce_recipient::group_paths;

/// A webhook that has chosen one of the events.
#[derive(Debug, sqlx::FromRow)]
struct CandidateRow {
    id: i64,
    events: Vec<String>,
    group_id: Option<i64>,
    /// From the root.
    group_path: Vec<i64>,
    is_full: bool,
    owner_id: i64,
    permissions: Vec<String>,
    owner_groups: Vec<i64>,
}

/// Returns whether there is something to send.
pub async fn enqueue(connection: &mut PgConnection, event: &WebhookEvent, delivery: &Delivery, now: OffsetDateTime) -> Result<bool> {
    let candidates = find_candidates(connection, event).await?;
    if candidates.is_empty() {
        return Ok(false);
    }
    let groups = groups_of(connection, event).await?;
    let paths: Vec<Vec<i64>> = match groups.is_empty() {
        true => Vec::new(),
        false => find_paths(connection, &groups).await?.into_values().collect(),
    };
    let (mut receivers, mut full): (Vec<(i64, &str)>, Vec<i64>) = (Vec::new(), Vec::new());
    for candidate in &candidates {
        match chosen(candidate, event, &paths) {
            Some(_) if candidate.is_full => full.push(candidate.id),
            Some(chosen) => receivers.push((candidate.id, chosen.name)),
            None => {}
        }
    }
    if !full.is_empty() {
        count_dropped(connection, &full).await?;
    }
    if !receivers.is_empty() {
        insert(connection, event, delivery, &receivers, &groups, now).await?;
    }
    Ok(!receivers.is_empty())
}

/// By group, from the root. One that was deleted is where it was: below what is left of the groups above it.
pub async fn find_paths(connection: &mut PgConnection, groups: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    let mut paths = group_paths(connection, groups).await?;
    let missing: Vec<i64> = groups.iter().copied().filter(|group| !paths.contains_key(group)).collect();
    if !missing.is_empty() {
        paths.extend(former_paths(connection, &missing).await?);
    }
    Ok(paths)
}

/// Of deleted groups: the path of the nearest group above that exists, itself last.
async fn former_paths(connection: &mut PgConnection, deleted: &[i64]) -> Result<Vec<(i64, Vec<i64>)>> {
    Ok(sqlx::query_as(
        "WITH RECURSIVE above (group_id, id, parent_id, deleted, depth) AS (
             SELECT id, id, parent_id, deleted, 0 FROM group_nodes WHERE id = ANY($1)
             UNION ALL
             SELECT a.group_id, n.id, n.parent_id, n.deleted, a.depth + 1 FROM above a JOIN group_nodes n ON n.id = a.parent_id
             WHERE a.deleted AND a.depth < 100
         )
         SELECT a.group_id, array_agg(c.ancestor_id ORDER BY c.depth DESC) || a.group_id
         FROM above a JOIN group_closure c ON c.descendant_id = a.id WHERE NOT a.deleted GROUP BY a.group_id",
    )
    .bind(deleted)
    .fetch_all(connection)
    .await?)
}

/// The event of the catalogue by which the webhook gets it.
fn chosen(candidate: &CandidateRow, event: &WebhookEvent, paths: &[Vec<i64>]) -> Option<&'static EventType> {
    let group = candidate.group_id.map(|id| WebhookGroup { id, path: &candidate.group_path });
    if group.is_some_and(|group| !is_within(&group, paths, event.reaches_below)) {
        return None;
    }
    let owner = WebhookOwner::new(event.project_id, candidate.owner_id, &candidate.permissions, candidate.owner_groups.clone());
    let names = event.names.iter().filter(|name| candidate.events.iter().any(|chosen| chosen == *name));
    names.filter_map(|name| event_catalogue::find(name)).find(|event| owner.may_view(event, paths))
}

/// Locked against deletion, so that their deliveries can be inserted.
async fn find_candidates(connection: &mut PgConnection, event: &WebhookEvent) -> Result<Vec<CandidateRow>> {
    Ok(sqlx::query_as(
        "SELECT w.id, w.events, w.group_id, w.is_full, w.owner_id, coalesce(r.permissions, '{}') AS permissions,
             ARRAY(SELECT c.ancestor_id FROM group_closure c WHERE c.descendant_id = w.group_id ORDER BY c.depth DESC) AS group_path,
             ARRAY(SELECT m.group_id FROM user_groups m WHERE m.user_id = u.id) AS owner_groups
         FROM webhooks w LEFT JOIN users u ON u.id = w.owner_id AND u.project_id = $1 AND u.is_active
         LEFT JOIN roles r ON r.id = u.role_id AND r.project_id = $1
         WHERE w.project_id = $1 AND w.is_enabled AND w.events && $2 ORDER BY w.id FOR KEY SHARE OF w",
    )
    .bind(event.project_id)
    .bind(event.names)
    .fetch_all(connection)
    .await?)
}

async fn groups_of(connection: &mut PgConnection, event: &WebhookEvent) -> Result<Vec<i64>> {
    let (sql, id) = match &event.place {
        EventPlace::Groups(groups) => return Ok(groups.clone()),
        EventPlace::OfUser(user) => ("SELECT group_id FROM user_groups WHERE project_id = $1 AND user_id = $2", user),
        EventPlace::OfAnnounce(announce) => ("SELECT group_id FROM announce_groups WHERE project_id = $1 AND announce_id = $2", announce),
        EventPlace::OfAlert(alert) => (
            "SELECT group_id FROM emergency_alert_groups WHERE project_id = $1 AND alert_id = $2
             UNION SELECT d.group_id FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id WHERE x.project_id = $1 AND x.alert_id = $2",
            alert,
        ),
    };
    Ok(sqlx::query_scalar(sql).bind(event.project_id).bind(id).fetch_all(connection).await?)
}

async fn count_dropped(connection: &mut PgConnection, webhooks: &[i64]) -> Result<()> {
    sqlx::query("UPDATE webhooks SET dropped = dropped + 1 WHERE id = ANY($1)").bind(webhooks).execute(connection).await?;
    Ok(())
}

/// With their lanes. A lane that is there is locked until the transaction ends: whoever sends its last delivery deletes it.
async fn insert(
    connection: &mut PgConnection,
    event: &WebhookEvent,
    delivery: &Delivery,
    receivers: &[(i64, &str)],
    groups: &[i64],
    now: OffsetDateTime,
) -> Result<()> {
    let (webhooks, names): (Vec<i64>, Vec<&str>) = receivers.iter().copied().unzip();
    let kind = event.data["type"].as_str().unwrap_or_default();
    let body = event_catalogue::message(kind, event.at.unwrap_or(now), &event.data).to_string();
    sqlx::query(
        "WITH stored AS (
             INSERT INTO webhook_deliveries (project_id, webhook_id, event_id, event, lane, group_ids, body, created_at, expires_at)
             SELECT $1, r.webhook_id, $4, r.event, $5, $6, $7, $8, $9 FROM unnest($2::bigint[], $3::text[]) r (webhook_id, event)
             ON CONFLICT (webhook_id, event_id) DO NOTHING RETURNING webhook_id
         )
         INSERT INTO webhook_lanes (webhook_id, lane, project_id, next_attempt_at) SELECT webhook_id, $5, $1, $8 FROM stored ORDER BY webhook_id
         ON CONFLICT (webhook_id, lane) DO UPDATE SET next_attempt_at = webhook_lanes.next_attempt_at",
    )
    .bind(event.project_id)
    .bind(webhooks)
    .bind(names)
    .bind(delivery.id)
    .bind(&event.lane)
    .bind(groups)
    .bind(body)
    .bind(now)
    .bind(now + MAX_AGE)
    .execute(connection)
    .await?;
    Ok(())
}
