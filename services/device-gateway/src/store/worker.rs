//! The processes that work on devices.
use kit::Result;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long a process counts as alive after it said so.
const ALIVE: Duration = Duration::seconds(5);
const REMEMBERED: Duration = Duration::days(1);

/// Says that the process lives.
pub async fn beat(connection: &mut PgConnection, worker: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO workers (id, alive_until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until")
        .bind(worker)
        .bind(now + ALIVE)
        .execute(connection)
        .await?;
    Ok(())
}

/// The process ends: what it held is free at once.
pub async fn leave(connection: &mut PgConnection, worker: Uuid) -> Result<()> {
    sqlx::query("DELETE FROM workers WHERE id = $1").bind(worker).execute(connection).await?;
    Ok(())
}

/// Forgets processes that ended without a word.
pub async fn forget_dead(connection: &mut PgConnection, now: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM workers WHERE alive_until < $1").bind(now - REMEMBERED).execute(connection).await?;
    Ok(())
}
