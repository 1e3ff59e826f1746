//! Publishes the features of a project to the other services.
use kit::{Result, outbox};
use proto::vestibule::events::v1::LicenseChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::license::{License, enabled_features};
use crate::store::{license, project_features};

/// In a transaction of the caller. Publishes nothing when the features are those that were published last; returns
/// whether they differ.
pub async fn publish(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<bool> {
    let published = project_features::find_for_update(connection, project_id).await?;
    let licenses: Vec<License> = license::list(connection, project_id).await?.into_iter().map(|stored| stored.license).collect();
    let features: Vec<String> = enabled_features(&licenses, now).into_iter().map(String::from).collect();
    let version = match published {
        Some((_, published)) if published == features => return Ok(false),
        Some((version, _)) => version + 1,
        None => 1,
    };
    project_features::upsert(connection, project_id, version, &features).await?;
    let event = LicenseChanged { project_id, version, features };
    outbox::emit(connection, project_id, kit::features::TOPIC, &format!("license:{project_id}"), &event).await?;
    Ok(true)
}
