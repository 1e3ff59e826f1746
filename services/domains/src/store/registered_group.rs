//! Root groups that people created by registering.
use kit::Result;
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::group;
use crate::domain::group::GroupDraft;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RegisteredGroupRow {
    pub id: i64,
    pub version: i64,
    pub name: String,
}

/// Serialises calls with the same key until the transaction ends.
pub async fn lock_key(connection: &mut PgConnection, key: Uuid) -> Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))").bind(format!("registered group {key}")).execute(connection).await?;
    Ok(())
}

pub async fn find(connection: &mut PgConnection, project_id: i64, key: Uuid) -> Result<Option<RegisteredGroupRow>> {
    let found = sqlx::query_as(
        "SELECT g.id, g.version, g.name FROM registered_groups r JOIN groups g ON g.project_id = r.project_id AND g.id = r.group_id
         WHERE r.project_id = $1 AND r.key = $2",
    );
    Ok(found.bind(project_id).bind(key).fetch_optional(connection).await?)
}

/// The creator is no user yet and is stored by name alone.
pub async fn insert(
    connection: &mut PgConnection,
    caller: &Caller,
    key: Uuid,
    draft: &GroupDraft,
    now: OffsetDateTime,
) -> Result<RegisteredGroupRow> {
    let (id, version) = group::insert_registered(connection, caller, draft, now).await?;
    sqlx::query("INSERT INTO registered_groups (project_id, key, group_id) VALUES ($1, $2, $3)")
        .bind(caller.project_id)
        .bind(key)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(RegisteredGroupRow { id, version, name: draft.name.clone() })
}
