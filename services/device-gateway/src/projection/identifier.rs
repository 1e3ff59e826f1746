//! Projection of identifiers: to whom a number belongs that a device reports.
use device_protocol::IdentifierType;
use kit::projection::Snapshot;
use kit::{Result, clock};
use proto::vestibule::events::v1::IdentifierChanged;
use sqlx::PgConnection;

use crate::domain::model;

/// Stores a snapshot, unless a newer one is stored. A deleted identifier is kept: its number may still be presented at a door.
pub async fn project(connection: &mut PgConnection, identifier: &IdentifierChanged) -> Result<()> {
    let kind: Option<IdentifierType> = model::identifier_type(&identifier.r#type);
    let number = kind.and_then(|kind| kind.canonical(&identifier.number)).unwrap_or_else(|| identifier.number.clone());
    let row = Snapshot::new("identifiers", "id")
        .set("id", identifier.id)
        .set("project_id", identifier.project_id)
        .set("name", &identifier.name)
        .set("type", &identifier.r#type)
        .set("number", number)
        .set("revoked", identifier.revoked)
        .set("owner_id", (identifier.owner_id != 0).then_some(identifier.owner_id))
        .set("owner_name", (!identifier.owner_name.is_empty()).then_some(&identifier.owner_name))
        .set("deleted", identifier.deleted)
        .set("void_since", identifier.void_since.as_ref().and_then(clock::from_proto));
    row.store(connection, identifier.version).await?;
    Ok(())
}
