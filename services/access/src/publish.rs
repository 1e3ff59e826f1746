//! Events that access publishes, by the outbox: in the transaction of the change.
use std::collections::HashMap;

use kit::Result;
use kit::clock::to_proto;
use kit::outbox::{self, Outgoing};
use proto::vestibule::events::v1::{
    DeviceListChanged, ElevatorChanged, ElevatorReleased, GuestKeyChanged, GuestKeyOpened, IdentifierChanged, IdentifierImportFinished,
    LockdownApplied, ReservationIdentifierUsed,
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::adopted_list::AdoptedIdentifier;
use crate::domain::identifier::{IdentifierType, Origin};
use crate::domain::imported_identifier::ImportedIdentifierDraft;
use crate::store::elevator::PublishedElevator;
use crate::store::guest_key::GuestKeyRow;
use crate::store::identifier::IdentifierRow;
use crate::store::identifier_import::{ImportCounts, WrittenRow};
use crate::store::imported_identifier::RemovedIdentifier;
use crate::store::opening::OpenedKey;
use crate::store::ukey2::Ukey2Row;

const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
const DEVICE_LIST_CHANGED: &str = "access.device_list.changed";
const LOCKDOWN_APPLIED: &str = "access.lockdown.applied";
const GUEST_KEY_CHANGED: &str = "access.guest_key.changed";
const GUEST_KEY_OPENED: &str = "access.guest_key.opened";
const RESERVATION_IDENTIFIER_USED: &str = "access.reservation_identifier.used";
const IMPORT_FINISHED: &str = "access.import.finished";
const ELEVATOR_CHANGED: &str = "access.elevator.changed";
const ELEVATOR_RELEASED: &str = "access.elevator.released";

/// Devices with the new versions of their lists. One statement, however many they are.
pub async fn device_lists_changed(connection: &mut PgConnection, project_id: i64, versions: &[(i64, i64)]) -> Result<()> {
    let event = |(device_id, version): &(i64, i64)| Outgoing {
        project_id,
        aggregate: format!("device:{device_id}"),
        event: DeviceListChanged { project_id, device_id: *device_id, version: *version },
    };
    outbox::emit_all(connection, DEVICE_LIST_CHANGED, &versions.iter().map(event).collect::<Vec<_>>()).await
}

/// The identifier as it is after a change. `version` is that of the row after the change; `deleted_at` is None while the
/// identifier exists.
pub async fn identifier_changed(
    connection: &mut PgConnection,
    project_id: i64,
    row: &IdentifierRow,
    version: i64,
    deleted_at: Option<OffsetDateTime>,
) -> Result<()> {
    let event = identifier_event(project_id, row, version, deleted_at);
    outbox::emit(connection, project_id, IDENTIFIER_CHANGED, &format!("identifier:{}", row.id), &event).await
}

/// Identifiers as they are after a change, in one statement.
pub async fn identifiers_changed(connection: &mut PgConnection, project_id: i64, rows: &[IdentifierRow]) -> Result<()> {
    let event = |row: &IdentifierRow| Outgoing {
        project_id,
        aggregate: format!("identifier:{}", row.id),
        event: identifier_event(project_id, row, row.version, None),
    };
    outbox::emit_all(connection, IDENTIFIER_CHANGED, &rows.iter().map(event).collect::<Vec<_>>()).await
}

fn identifier_event(project_id: i64, row: &IdentifierRow, version: i64, deleted_at: Option<OffsetDateTime>) -> IdentifierChanged {
    IdentifierChanged {
        project_id,
        id: row.id,
        version,
        deleted: deleted_at.is_some(),
        name: row.name.clone(),
        link_id: row.link_id.to_string(),
        r#type: row.kind().as_str().into(),
        number: row.number.clone(),
        is_active: row.is_active,
        revoked: row.revoked_at.is_some(),
        owner_id: row.owner_id.unwrap_or_default(),
        owner_name: row.owner_name.clone().unwrap_or_default(),
        void_since: row.revoked_at.or(deleted_at).map(to_proto),
        origin: row.origin().as_str().into(),
    }
}

/// A guest's key, which is an identifier, as it is after a change.
pub async fn guest_key_changed(connection: &mut PgConnection, project_id: i64, row: &GuestKeyRow) -> Result<()> {
    let event = IdentifierChanged {
        project_id,
        id: row.id,
        version: row.version,
        name: row.name.clone(),
        link_id: row.link_id.to_string(),
        r#type: row.identifier_type().as_str().into(),
        number: row.number.clone(),
        is_active: row.is_active,
        revoked: row.revoked_at.is_some(),
        owner_id: row.owner_id.unwrap_or_default(),
        owner_name: row.owner_name.clone().unwrap_or_default(),
        void_since: row.revoked_at.map(to_proto),
        origin: Origin::Guest.as_str().into(),
        ..IdentifierChanged::default()
    };
    outbox::emit(connection, project_id, IDENTIFIER_CHANGED, &format!("identifier:{}", row.id), &event).await
}

/// A guest's key was created, updated or revoked.
pub async fn guest_key_announced(connection: &mut PgConnection, project_id: i64, row: &GuestKeyRow, change: &str, now: OffsetDateTime) -> Result<()> {
    let event = GuestKeyChanged {
        project_id,
        id: row.id,
        name: row.name.clone(),
        change: change.into(),
        owner_id: row.owner_id.unwrap_or_default(),
        domain_id: row.domain_id.unwrap_or_default(),
        at: Some(to_proto(now)),
    };
    outbox::emit(connection, project_id, GUEST_KEY_CHANGED, &format!("identifier:{}", row.id), &event).await
}

/// A door has opened for a guest's key, or has refused it several times.
pub async fn guest_key_opened(
    connection: &mut PgConnection,
    project_id: i64,
    opened: &OpenedKey,
    is_refused: bool,
    at: OffsetDateTime,
) -> Result<()> {
    let event = GuestKeyOpened {
        project_id,
        id: opened.id,
        name: opened.name.clone(),
        owner_id: opened.owner_id.unwrap_or_default(),
        domain_id: opened.domain_id.unwrap_or_default(),
        device_id: opened.device_id,
        device_name: opened.device_name.clone(),
        is_first: opened.is_first && !is_refused,
        is_refused,
        at: Some(to_proto(at)),
    };
    outbox::emit(connection, project_id, GUEST_KEY_OPENED, &format!("identifier:{}", opened.id), &event).await
}

/// A key of a mobile application after a change.
pub async fn ukey2_changed(connection: &mut PgConnection, row: &Ukey2Row) -> Result<()> {
    let event = IdentifierChanged {
        project_id: row.project_id,
        id: row.id,
        version: row.version,
        deleted: false,
        name: row.name.clone(),
        link_id: row.link_id.to_string(),
        r#type: IdentifierType::Ukey2.as_str().into(),
        number: row.number.clone(),
        is_active: row.is_active,
        revoked: row.revoked_at.is_some(),
        owner_id: row.owner_id.unwrap_or_default(),
        owner_name: row.owner_name.clone().unwrap_or_default(),
        void_since: row.revoked_at.map(to_proto),
        origin: Origin::Ukey2.as_str().into(),
    };
    outbox::emit(connection, row.project_id, IDENTIFIER_CHANGED, &format!("identifier:{}", row.id), &event).await
}

/// Identifiers that an import has created: their ids and link ids, in the order of the drafts, and the names of owners.
pub async fn identifiers_imported(
    connection: &mut PgConnection,
    project_id: i64,
    created: &[(i64, Uuid)],
    drafts: &[ImportedIdentifierDraft],
    owner_names: &HashMap<i64, String>,
) -> Result<()> {
    let event = |((id, link_id), draft): (&(i64, Uuid), &ImportedIdentifierDraft)| Outgoing {
        project_id,
        aggregate: format!("identifier:{id}"),
        event: IdentifierChanged {
            project_id,
            id: *id,
            version: 1,
            deleted: false,
            name: draft.name.clone(),
            link_id: link_id.to_string(),
            r#type: draft.kind.as_str().into(),
            number: draft.number.clone(),
            is_active: true,
            revoked: false,
            owner_id: draft.owner_id.unwrap_or_default(),
            owner_name: draft.owner_id.and_then(|owner| owner_names.get(&owner).cloned()).unwrap_or_default(),
            void_since: None,
            origin: Origin::Structure.as_str().into(),
        },
    };
    outbox::emit_all(connection, IDENTIFIER_CHANGED, &created.iter().zip(drafts).map(event).collect::<Vec<_>>()).await
}

/// Identifiers that a device held and that are the project's now, with their ids.
pub async fn identifiers_adopted(connection: &mut PgConnection, project_id: i64, ids: &[i64], adopted: &[AdoptedIdentifier]) -> Result<()> {
    let event = |(id, adopted): (&i64, &AdoptedIdentifier)| Outgoing {
        project_id,
        aggregate: format!("identifier:{id}"),
        event: IdentifierChanged {
            project_id,
            id: *id,
            version: 1,
            name: adopted.name.clone(),
            link_id: adopted.link_id.to_string(),
            r#type: adopted.kind.as_str().into(),
            number: adopted.value.clone(),
            is_active: true,
            origin: Origin::Import.as_str().into(),
            ..IdentifierChanged::default()
        },
    };
    outbox::emit_all(connection, IDENTIFIER_CHANGED, &ids.iter().zip(adopted).map(event).collect::<Vec<_>>()).await
}

/// An identifier that a table has created, with the name of its owner.
pub struct ImportedIdentifier<'a> {
    pub row: &'a WrittenRow,
    pub owner_name: Option<&'a String>,
}

/// A table of identifiers is imported.
pub async fn import_finished(connection: &mut PgConnection, project_id: i64, user_id: i64, counts: ImportCounts) -> Result<()> {
    let ImportCounts { created, replaced, skipped } = counts;
    let event = IdentifierImportFinished { project_id, user_id, created, replaced, skipped };
    outbox::emit(connection, project_id, IMPORT_FINISHED, &format!("user:{user_id}"), &event).await
}

/// Identifiers that the import of a table has created.
pub async fn table_imported(connection: &mut PgConnection, project_id: i64, created: &[ImportedIdentifier<'_>]) -> Result<()> {
    let event = |imported: &ImportedIdentifier<'_>| Outgoing {
        project_id,
        aggregate: format!("identifier:{}", imported.row.id),
        event: IdentifierChanged {
            project_id,
            id: imported.row.id,
            version: 1,
            deleted: false,
            name: imported.row.line.draft.name.trim().into(),
            link_id: imported.row.link_id.to_string(),
            r#type: imported.row.line.kind.as_str().into(),
            number: imported.row.line.number.for_device(),
            is_active: imported.row.line.draft.is_active,
            revoked: false,
            owner_id: imported.row.owner_id.unwrap_or_default(),
            owner_name: imported.owner_name.cloned().unwrap_or_default(),
            void_since: None,
            origin: Origin::Import.as_str().into(),
        },
    };
    outbox::emit_all(connection, IDENTIFIER_CHANGED, &created.iter().map(event).collect::<Vec<_>>()).await
}

/// Identifiers that were removed with their import.
pub async fn identifiers_removed(connection: &mut PgConnection, project_id: i64, removed: &[RemovedIdentifier], now: OffsetDateTime) -> Result<()> {
    let event = |row: &RemovedIdentifier| Outgoing {
        project_id,
        aggregate: format!("identifier:{}", row.id),
        event: IdentifierChanged {
            project_id,
            id: row.id,
            version: row.version + 1,
            deleted: true,
            name: row.name.clone(),
            link_id: row.link_id.to_string(),
            r#type: row.kind().as_str().into(),
            number: row.number.clone(),
            void_since: Some(to_proto(now)),
            ..IdentifierChanged::default()
        },
    };
    outbox::emit_all(connection, IDENTIFIER_CHANGED, &removed.iter().map(event).collect::<Vec<_>>()).await
}

/// The identifier of a reservation has opened a door for the first time.
pub async fn reservation_identifier_used(connection: &mut PgConnection, project_id: i64, link_id: Uuid, at: OffsetDateTime) -> Result<()> {
    let event = ReservationIdentifierUsed { project_id, link_id: link_id.to_string(), at: Some(to_proto(at)) };
    outbox::emit(connection, project_id, RESERVATION_IDENTIFIER_USED, &format!("reservation-identifier:{link_id}"), &event).await
}

/// An elevator as it is after a change, or as it was before it was deleted; `version` is that of the row after the change.
pub async fn elevator_changed(
    connection: &mut PgConnection,
    project_id: i64,
    elevator: &PublishedElevator,
    version: i64,
    deleted: bool,
) -> Result<()> {
    let event = ElevatorChanged {
        project_id,
        id: elevator.id,
        version,
        deleted,
        name: elevator.name.clone(),
        domain_id: elevator.domain_id,
        device_ids: if deleted { Vec::new() } else { elevator.device_ids.clone() },
    };
    outbox::emit(connection, project_id, ELEVATOR_CHANGED, &format!("elevator:{}", elevator.id), &event).await
}

pub async fn elevator_released(connection: &mut PgConnection, event: &ElevatorReleased) -> Result<()> {
    outbox::emit(connection, event.project_id, ELEVATOR_RELEASED, &format!("elevator:{}", event.elevator_id), event).await
}

/// Which versions of lists count for a lockdown.
pub async fn lockdown_applied(connection: &mut PgConnection, applied: &LockdownApplied) -> Result<()> {
    outbox::emit(connection, applied.project_id, LOCKDOWN_APPLIED, &format!("alert-run:{}", applied.run_id), applied).await
}
