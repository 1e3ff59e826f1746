//! Root groups that people made by registering.
use kit::Result;
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::group::{snapshot, tell};
use crate::domain::group::Draft;

/// A group as it is now.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Registered {
    pub id: i64,
    pub version: i64,
    pub name: String,
}

/// Calls with the same key follow each other.
pub async fn lock(connection: &mut PgConnection, key: Uuid) -> Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))").bind(format!("registered group {key}")).execute(connection).await?;
    Ok(())
}

pub async fn find(connection: &mut PgConnection, project_id: i64, key: Uuid) -> Result<Option<Registered>> {
    let found = sqlx::query_as(
        "SELECT g.id, g.version, g.name FROM registered_groups r JOIN groups g ON g.project_id = r.project_id AND g.id = r.group_id
         WHERE r.project_id = $1 AND r.key = $2",
    );
    Ok(found.bind(project_id).bind(key).fetch_optional(connection).await?)
}

/// Made by nobody who is a user yet: by name alone.
pub async fn insert(connection: &mut PgConnection, caller: &Caller, key: Uuid, draft: &Draft, now: OffsetDateTime) -> Result<Registered> {
    let group: Registered = sqlx::query_as(
        "INSERT INTO groups (project_id, name, created_by, created_by_name, created_at, updated_at) VALUES ($1, $2, 0, $3, $4, $4)
         RETURNING id, version, name",
    )
    .bind(caller.project_id)
    .bind(&draft.name)
    .bind(&caller.user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query("INSERT INTO registered_groups (project_id, key, group_id) VALUES ($1, $2, $3)")
        .bind(caller.project_id)
        .bind(key)
        .bind(group.id)
        .execute(&mut *connection)
        .await?;
    tell(connection, snapshot(caller, group.id, group.version, draft)).await?;
    Ok(group)
}
