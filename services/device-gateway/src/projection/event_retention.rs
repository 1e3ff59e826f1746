//! Projection of a project's settings: how long it stores events and their images.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ProjectSettingsChanged;
use sqlx::PgConnection;

use crate::domain::event_image::{DEFAULT_EVENT_DAYS, DEFAULT_IMAGE_DAYS};

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, changed: &ProjectSettingsChanged) -> Result<()> {
    let Some(general) = &changed.general else { return Ok(()) };
    // 0 in events of earlier releases.
    let days = |days: i32, default: i32| if days == 0 { default } else { days };
    let row = Snapshot::new("event_retention", "project_id")
        .set("project_id", changed.project_id)
        .set("image_days", days(general.event_image_days, DEFAULT_IMAGE_DAYS))
        .set("event_days", days(general.event_days, DEFAULT_EVENT_DAYS));
    row.store(connection, changed.version).await?;
    Ok(())
}
