//! One lock per project on the shape of its tree. Two moves at once could otherwise put each group below the
//! other, and a group made below one that moves would get the old path. Taken before any row is.
use kit::Result;
use sqlx::PgConnection;

/// For a group that is added: others may be added at the same time.
pub async fn shared(connection: &mut PgConnection, project_id: i64) -> Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock_shared(hashtextextended('group tree', $1))").bind(project_id).execute(connection).await?;
    Ok(())
}

/// For a group that is moved or removed.
pub async fn exclusive(connection: &mut PgConnection, project_id: i64) -> Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('group tree', $1))").bind(project_id).execute(connection).await?;
    Ok(())
}
