//! What the sweep deletes, over all projects, up to a limit each time.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Deletes tasks that finished long ago, up to `limit`. It waits for nobody: what is locked is deleted the next time.
pub(super) async fn delete_finished_tasks(connection: &mut PgConnection, before: OffsetDateTime, limit: i64) -> Result<u64> {
    let done = sqlx::query(
        "DELETE FROM tasks WHERE id IN (SELECT id FROM tasks WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .bind(before)
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Deletes rows of what devices gave back before a moment, up to `limit`, and of what was never there. It waits for nobody either.
pub(super) async fn delete_absent_items(connection: &mut PgConnection, before: OffsetDateTime, limit: i64) -> Result<()> {
    sqlx::query(
        "DELETE FROM actual_items WHERE (device_id, kind, link_id) IN (
             SELECT device_id, kind, link_id FROM actual_items
             WHERE hash IS NULL AND error IS NULL AND (confirmed_at IS NULL OR confirmed_at < $1) LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .bind(before)
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes tokens that have expired, up to `limit`.
pub(super) async fn delete_expired_tokens(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<()> {
    sqlx::query("DELETE FROM device_tokens WHERE token_hash IN (SELECT token_hash FROM device_tokens WHERE expires_at <= $1 LIMIT $2)")
        .bind(now)
        .bind(limit)
        .execute(connection)
        .await?;
    Ok(())
}

/// Runs of emergency alerts that ended before a moment, and the lists of lockdowns that no run can need any more.
pub(super) async fn delete_ended_alert_runs(connection: &mut PgConnection, before: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM alert_runs WHERE ends_at < $1 AND status <> 1").bind(before).execute(&mut *connection).await?;
    let lists = "DELETE FROM lockdown_lists l WHERE l.received_at < $1 AND NOT EXISTS (SELECT 1 FROM alert_runs r WHERE r.id = l.run_id)";
    sqlx::query(lists).bind(before).execute(connection).await?;
    Ok(())
}

/// Changes of the status before a moment, up to `limit`; of each device the last one stays, which says what it was then.
pub(super) async fn delete_status_changes(connection: &mut PgConnection, before: OffsetDateTime, limit: i64) -> Result<()> {
    sqlx::query(
        "DELETE FROM device_status_changes WHERE id IN (
             SELECT c.id FROM device_status_changes c WHERE c.at < $1 AND EXISTS (
                 SELECT 1 FROM device_status_changes n WHERE n.device_id = c.device_id AND n.at < $1 AND (n.at, n.id) > (c.at, c.id))
             ORDER BY c.at LIMIT $2)",
    )
    .bind(before)
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(())
}
