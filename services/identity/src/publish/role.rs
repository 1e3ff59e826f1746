//! `identity.role.changed`: a role as other services know it.
use kit::{Result, outbox};
use proto::vestibule::events::v1::RoleChanged;
use sqlx::PgConnection;

pub const TOPIC: &str = "identity.role.changed";

pub async fn changed(connection: &mut PgConnection, project_id: i64, id: i64, version: i64, name: &str, permissions: Vec<String>) -> Result<()> {
    let event = RoleChanged { project_id, id, version, deleted: false, name: name.into(), permissions };
    outbox::emit(connection, project_id, TOPIC, &format!("role:{id}"), &event).await
}

/// `version` is the last one published.
pub async fn deleted(connection: &mut PgConnection, project_id: i64, id: i64, version: i64, name: &str) -> Result<()> {
    let event = RoleChanged { project_id, id, version: version + 1, deleted: true, name: name.into(), ..Default::default() };
    outbox::emit(connection, project_id, TOPIC, &format!("role:{id}"), &event).await
}
