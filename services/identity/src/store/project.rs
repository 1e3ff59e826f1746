//! Projects.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::publish;

/// What a session shows of its project.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ProjectHead {
    pub id: i64,
    pub uid: Uuid,
    pub name: String,
    pub description: String,
}

pub async fn find(connection: &mut PgConnection, id: i64) -> Result<ProjectHead> {
    Ok(sqlx::query_as("SELECT id, uid, name, description FROM projects WHERE id = $1").bind(id).fetch_one(connection).await?)
}

/// The language of what the platform says by itself.
pub async fn locale(connection: &mut PgConnection, id: i64) -> Result<String> {
    Ok(sqlx::query_scalar("SELECT locale FROM projects WHERE id = $1").bind(id).fetch_one(connection).await?)
}

/// The oldest of this name.
pub async fn by_name(connection: &mut PgConnection, name: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM projects WHERE name = $1 ORDER BY id LIMIT 1").bind(name).fetch_optional(connection).await?)
}

/// Makes changes to who administers a project follow each other: without it, two could each remove the other
/// of the last two administrators. Taken before any user's row, so that nothing waits in a circle.
pub async fn lock(connection: &mut PgConnection, id: i64) -> Result<()> {
    sqlx::query("SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE").bind(id).execute(connection).await?;
    Ok(())
}

pub async fn insert(connection: &mut PgConnection, name: &str, now: OffsetDateTime) -> Result<i64> {
    let id = sqlx::query_scalar("INSERT INTO projects (uid, name, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING id")
        .bind(Uuid::new_v4())
        .bind(name)
        .bind(now)
        .fetch_one(&mut *connection)
        .await?;
    publish_changed(connection, id, false).await?;
    Ok(id)
}

/// Publishes the current state of the project; `is_region_new` as `publish::project::changed` has it.
pub(crate) async fn publish_changed(connection: &mut PgConnection, id: i64, is_region_new: bool) -> Result<()> {
    let project = sqlx::query_as("SELECT id, version, suspended, name, time_zone, locale, uid FROM projects WHERE id = $1")
        .bind(id)
        .fetch_one(&mut *connection)
        .await?;
    publish::project::changed(connection, project, is_region_new).await
}

/// Makes bootstraps of the installation follow each other until the transaction ends.
pub async fn lock_bootstrap(connection: &mut PgConnection) -> Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('bootstrap'))").execute(connection).await?;
    Ok(())
}
