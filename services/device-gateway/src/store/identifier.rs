//! Projection of identifiers: whose number it is that a device reports.
use device_protocol::IdentifierType;
use kit::{Result, clock};
use proto::vestibule::events::v1::IdentifierChanged;
use sqlx::PgConnection;

use crate::domain::model;

/// Takes a snapshot unless a newer one was taken. A deleted one stays: its number may still be shown to a door.
pub async fn apply(connection: &mut PgConnection, identifier: &IdentifierChanged) -> Result<()> {
    let kind: Option<IdentifierType> = model::identifier_type(&identifier.r#type);
    let number = kind.and_then(|kind| kind.canonical(&identifier.number)).unwrap_or_else(|| identifier.number.clone());
    sqlx::query(
        "INSERT INTO identifiers (id, project_id, version, name, type, number, revoked, owner_id, owner_name, deleted, void_since)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name, type = excluded.type, number = excluded.number,
             revoked = excluded.revoked, owner_id = excluded.owner_id, owner_name = excluded.owner_name, deleted = excluded.deleted,
             void_since = excluded.void_since
         WHERE identifiers.version < excluded.version",
    )
    .bind(identifier.id)
    .bind(identifier.project_id)
    .bind(identifier.version)
    .bind(&identifier.name)
    .bind(&identifier.r#type)
    .bind(number)
    .bind(identifier.revoked)
    .bind((identifier.owner_id != 0).then_some(identifier.owner_id))
    .bind((!identifier.owner_name.is_empty()).then_some(&identifier.owner_name))
    .bind(identifier.deleted)
    .bind(identifier.void_since.as_ref().and_then(clock::from_proto))
    .execute(connection)
    .await?;
    Ok(())
}
