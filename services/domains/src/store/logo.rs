//! Pictures of white labels: one for each group, and one for the project.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::group::LockedGroup;
use super::settings::LockedSettings;

/// A picture as it is served.
#[derive(Debug, sqlx::FromRow)]
pub struct LogoRow {
    pub content_type: String,
    pub data: Vec<u8>,
}

/// Where a picture is found.
pub fn path(key: Uuid) -> String {
    format!("/api/v0/logos/{key}")
}

/// The path of the group's picture, or of the project's.
pub async fn find_path(connection: &mut PgConnection, project_id: i64, group_id: Option<i64>) -> Result<Option<String>> {
    let key: Option<Uuid> = sqlx::query_scalar("SELECT key FROM logos WHERE project_id = $1 AND group_key = $2")
        .bind(project_id)
        .bind(group_id.unwrap_or_default())
        .fetch_optional(connection)
        .await?;
    Ok(key.map(path))
}

/// By its key alone, in a transaction of the platform: mails show it to whoever reads them.
pub async fn find(connection: &mut PgConnection, key: Uuid) -> Result<LogoRow> {
    let logo = sqlx::query_as("SELECT content_type, data FROM logos WHERE key = $1").bind(key).fetch_optional(connection).await?;
    logo.ok_or(Error::NotFound)
}

/// Whose picture it is, with the proof that the transaction holds the settings that name the picture.
#[derive(Clone, Copy, Debug)]
pub enum LogoOwner<'a> {
    Project(&'a LockedSettings),
    Group(&'a LockedGroup),
}

impl LogoOwner<'_> {
    /// The project, and the group if it is a group's.
    fn ids(self) -> (i64, Option<i64>) {
        match self {
            LogoOwner::Project(settings) => (settings.project_id(), None),
            LogoOwner::Group(group) => (group.project_id(), Some(group.id())),
        }
    }
}

/// In place of the one before, under a new key. Answers its path.
pub async fn set(connection: &mut PgConnection, owner: LogoOwner<'_>, logo: &LogoRow, now: OffsetDateTime) -> Result<String> {
    let ((project_id, group_id), key) = (owner.ids(), Uuid::new_v4());
    sqlx::query(
        "INSERT INTO logos (key, project_id, group_id, content_type, data, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (project_id, group_key) DO UPDATE SET key = excluded.key, content_type = excluded.content_type, data = excluded.data,
             created_at = excluded.created_at",
    )
    .bind(key)
    .bind(project_id)
    .bind(group_id)
    .bind(&logo.content_type)
    .bind(&logo.data)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(path(key))
}

/// Whether there was one.
pub async fn delete(connection: &mut PgConnection, owner: LogoOwner<'_>) -> Result<bool> {
    let (project_id, group_id) = owner.ids();
    let done = sqlx::query("DELETE FROM logos WHERE project_id = $1 AND group_key = $2")
        .bind(project_id)
        .bind(group_id.unwrap_or_default())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}
