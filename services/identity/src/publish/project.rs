//! `identity.project.changed`: a project as other services know it.
use kit::{Result, outbox};
use proto::vestibule::events::v1::ProjectChanged;
use sqlx::PgConnection;

use crate::domain::project::ProjectSnapshot;

pub const TOPIC: &str = "identity.project.changed";

/// Publishes the current state of the project. `is_region_new`: zone and language were set here, so the project's settings
/// must take them over.
pub async fn changed(connection: &mut PgConnection, project: ProjectSnapshot, is_region_new: bool) -> Result<()> {
    let ProjectSnapshot { id, version, is_suspended: suspended, name, time_zone, locale, uid } = project;
    let event = ProjectChanged { id, version, suspended, name, time_zone, locale, is_region_new, uid: uid.to_string() };
    outbox::emit(connection, id, TOPIC, &format!("project:{id}"), &event).await
}
