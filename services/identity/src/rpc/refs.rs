//! References to other entities, as the API shows them.
use proto::vestibule::common::v1::Ref;
use uuid::Uuid;

use crate::store::NamedRow;

impl From<NamedRow> for Ref {
    fn from(row: NamedRow) -> Self {
        Ref { id: row.id, name: row.name }
    }
}

/// Where browsers find a picture.
pub fn avatar_url(key: Uuid) -> String {
    format!("/api/v0/avatars/{key}")
}
