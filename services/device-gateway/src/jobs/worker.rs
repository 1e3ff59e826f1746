//! The processes that work on devices.
use kit::Result;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long a process counts as alive after its last heartbeat.
const HEARTBEAT_TTL: Duration = Duration::seconds(5);
const DEAD_WORKER_TTL: Duration = Duration::days(1);

/// Stores the heartbeat of the process.
pub(super) async fn upsert_heartbeat(connection: &mut PgConnection, worker: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO workers (id, alive_until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until")
        .bind(worker)
        .bind(now + HEARTBEAT_TTL)
        .execute(connection)
        .await?;
    Ok(())
}

/// The process ends: its claims are free at once.
pub(super) async fn delete(connection: &mut PgConnection, worker: Uuid) -> Result<()> {
    sqlx::query("DELETE FROM workers WHERE id = $1").bind(worker).execute(connection).await?;
    Ok(())
}

/// Deletes processes that ended without deleting themselves.
pub(super) async fn delete_dead(connection: &mut PgConnection, now: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM workers WHERE alive_until < $1").bind(now - DEAD_WORKER_TTL).execute(connection).await?;
    Ok(())
}
