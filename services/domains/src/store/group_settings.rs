//! Settings of groups, each a document.
use kit::Result;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::group::LockedGroup;
use super::logo;
use crate::domain::group_settings::GroupSettings;
use crate::publish;

/// The defaults for a group that has none.
pub async fn find(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<GroupSettings> {
    let settings: Option<Json<GroupSettings>> = sqlx::query_scalar("SELECT settings FROM group_settings WHERE project_id = $1 AND group_id = $2")
        .bind(project_id)
        .bind(group_id)
        .fetch_optional(connection)
        .await?;
    Ok(settings.map(|settings| settings.0).unwrap_or_default())
}

/// Writes and publishes them.
pub async fn update(connection: &mut PgConnection, group: &LockedGroup, settings: &GroupSettings, now: OffsetDateTime) -> Result<()> {
    let version: i64 = sqlx::query_scalar(
        "INSERT INTO group_settings (group_id, project_id, settings, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (group_id) DO UPDATE SET settings = excluded.settings, version = group_settings.version + 1, updated_at = excluded.updated_at
         RETURNING version",
    )
    .bind(group.id())
    .bind(group.project_id())
    .bind(Json(settings))
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    let logo = logo::find_path(connection, group.project_id(), Some(group.id())).await?;
    publish::group_settings_changed(connection, group.project_id(), group.id(), version, settings, logo).await
}
