//! Settings of groups, each a document.
use kit::{Result, outbox};
use proto::vestibule::events::v1::GroupSettingsChanged;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::logo;
use crate::domain::group_settings::GroupSettings;

const TOPIC: &str = "domains.group_settings.changed";

/// The defaults for a group that has none.
pub async fn read(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<GroupSettings> {
    let settings: Option<Json<GroupSettings>> = sqlx::query_scalar("SELECT settings FROM group_settings WHERE project_id = $1 AND group_id = $2")
        .bind(project_id)
        .bind(group_id)
        .fetch_optional(connection)
        .await?;
    Ok(settings.map(|settings| settings.0).unwrap_or_default())
}

/// Writes them and says so. The group must be locked.
pub async fn save(connection: &mut PgConnection, project_id: i64, group_id: i64, settings: &GroupSettings, now: OffsetDateTime) -> Result<()> {
    let version: i64 = sqlx::query_scalar(
        "INSERT INTO group_settings (group_id, project_id, settings, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (group_id) DO UPDATE SET settings = excluded.settings, version = group_settings.version + 1, updated_at = excluded.updated_at
         RETURNING version",
    )
    .bind(group_id)
    .bind(project_id)
    .bind(Json(settings))
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    let logo = logo::path_of(connection, project_id, Some(group_id)).await?;
    let status = &settings.device_status;
    let event = GroupSettingsChanged {
        project_id,
        id: group_id,
        version,
        whitelabel: Some(settings.whitelabel.clone().into_event(logo)),
        device_status_user_id: status.user_id.unwrap_or_default(),
        notify_about_offline_device: status.notify_about_offline_device,
        notify_about_device_task_failed: status.notify_about_device_task_failed,
        forward: Some(settings.forward.clone().into_event()),
        trunk: Some(settings.trunk.clone().into_event()),
    };
    outbox::emit(connection, project_id, TOPIC, &format!("group_settings:{group_id}"), &event).await
}
