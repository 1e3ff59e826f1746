//! Gives back passes of openings without an outcome, ends visits that are over, and forgets openings of long ago and the rules of guests'
//! keys that are revoked or ended long ago.
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;
use crate::operation::opening::finish_overdue;

const FINISH_INTERVAL: Duration = Duration::from_secs(5);
const PRUNE_INTERVAL: Duration = Duration::from_secs(3600);
/// As long as events of devices, which say the same.
const RETENTION: time::Duration = time::Duration::days(365);
/// Of one statement.
const MAX_PRUNED: i64 = 10_000;

pub async fn finish_openings(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, FINISH_INTERVAL, "openings cannot be finished", move || {
        let app = app.clone();
        async move { finish_due(&app).await }
    })
    .await
}

pub async fn prune_openings(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, PRUNE_INTERVAL, "old openings cannot be deleted", move || {
        let app = app.clone();
        async move { prune(&app).await }
    })
    .await
}

/// One round.
pub async fn finish_due(app: &App) -> Result<()> {
    finish_overdue(app).await
}

/// One round.
pub async fn prune(app: &App) -> Result<()> {
    loop {
        let mut system = app.context.database.system().await?;
        let deleted = delete_old(&mut system, app.context.clock.now(), MAX_PRUNED).await?;
        system.commit().await?;
        if deleted < MAX_PRUNED as u64 {
            break;
        }
    }
    loop {
        let mut system = app.context.database.system().await?;
        let left = leave_rules_of_ended(&mut system, app.context.clock.now(), MAX_PRUNED).await?;
        system.commit().await?;
        if left < MAX_PRUNED as u64 {
            return Ok(());
        }
    }
}

/// The visits of a guest's key are counted from its openings: they stay as long as it may be used. One that has ended and is given a new
/// period counts from 0. Needs a system transaction.
async fn delete_old(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<u64> {
    let deleted = sqlx::query(
        "DELETE FROM openings WHERE id IN (
             SELECT o.id FROM openings o JOIN identifiers i ON i.id = o.identifier_id LEFT JOIN guest_keys k ON k.identifier_id = i.id
             WHERE o.at < $1 AND (k.identifier_id IS NULL OR NOT o.is_counted OR i.revoked_at IS NOT NULL
                 OR i.period_restrict_active AND i.period_restrict_to < $2) LIMIT $3)",
    );
    Ok(deleted.bind(now - RETENTION).bind(now).bind(limit).execute(connection).await?.rows_affected())
}

/// A key that expired or was used up may live again, by the rules that it has. One that did so long ago is in none: whoever gives it a new
/// period chooses them again. Rules that forbid stay. One that is revoked is in no rule at all: replicas of an older version leave it in its
/// rules until they are replaced. No list has such a key. Needs a system transaction.
async fn leave_rules_of_ended(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<u64> {
    let left = sqlx::query(
        "DELETE FROM rule_identifiers WHERE (rule_id, identifier_id) IN (
             SELECT x.rule_id, x.identifier_id FROM guest_keys k JOIN identifiers i ON i.id = k.identifier_id
             JOIN rule_identifiers x ON x.identifier_id = i.id JOIN access_rules r ON r.id = x.rule_id
             WHERE i.revoked_at IS NOT NULL OR NOT r.prohibition AND (i.period_restrict_active AND i.period_restrict_to < $1
                 OR i.passes_restrict_active AND i.passes_restrict_passes_count >= i.passes_restrict_max_count AND k.last_used_at < $1)
             LIMIT $2 FOR NO KEY UPDATE OF i SKIP LOCKED)",
    );
    Ok(left.bind(now - RETENTION).bind(limit).execute(connection).await?.rows_affected())
}
