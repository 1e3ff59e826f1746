//! The queue of devices with work: claims of workers, and what became of the work. What adds work is in `store::device_sync`.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Claims devices that have work and that no living process has claimed, those that wait longest first. A process whose
/// heartbeat is too old claims none. `busy`: devices that the process still works on; other devices that it has claimed were
/// left by an error.
pub(super) async fn claim(connection: &mut PgConnection, worker: Uuid, busy: &[i64], limit: i64, now: OffsetDateTime) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "WITH alive AS (SELECT id FROM workers WHERE alive_until > $2)
         UPDATE device_sync SET lease_owner = $1 WHERE EXISTS (SELECT 1 FROM alive WHERE id = $1) AND device_id IN (
             SELECT device_id FROM device_sync
             WHERE work_at <= $2 AND device_id <> ALL($4) AND (lease_owner IS NULL OR lease_owner = $1 OR lease_owner NOT IN (SELECT id FROM alive))
             ORDER BY work_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING device_id",
    )
    .bind(worker)
    .bind(now)
    .bind(limit)
    .bind(busy)
    .fetch_all(connection)
    .await?)
}

/// Ends the work. `next`: when the device is due again; work that was added meanwhile is due at once.
pub(super) async fn release(
    connection: &mut PgConnection,
    device_id: i64,
    worker: Uuid,
    seen: i64,
    next: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE device_sync SET lease_owner = NULL, work_at = CASE WHEN work_seq = $3 THEN $4 ELSE $5 END WHERE device_id = $1 AND lease_owner = $2",
    )
    .bind(device_id)
    .bind(worker)
    .bind(seen)
    .bind(next)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// The list of this version is stored. `asked`: the counter when the worker began.
pub(super) async fn record_fetch(connection: &mut PgConnection, device_id: i64, version: i64, asked: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE device_sync SET desired_version = $2, fetch_done = $3, fetched_at = $4, failures = 0, plan_due = true WHERE device_id = $1")
        .bind(device_id)
        .bind(version)
        .bind(asked)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// The list could not be fetched, or the device could not be read.
pub(super) async fn record_failure(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET failures = least(failures + 1, 100) WHERE device_id = $1").bind(device_id).execute(connection).await?;
    Ok(())
}

/// The device was read back. `asked`: the counter when the worker began.
pub(super) async fn record_read_back(connection: &mut PgConnection, device_id: i64, asked: i64) -> Result<()> {
    sqlx::query("UPDATE device_sync SET read_done = $2, plan_due = true, failures = 0 WHERE device_id = $1")
        .bind(device_id)
        .bind(asked)
        .execute(connection)
        .await?;
    Ok(())
}
