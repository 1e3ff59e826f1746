//! References to other entities, as the API shows them.
use proto::vestibule::common::v1::Ref;
use uuid::Uuid;

use crate::store::NamedRow;

impl From<NamedRow> for Ref {
    fn from(row: NamedRow) -> Self {
        Ref { id: row.id, name: row.name }
    }
}

/// An id that may be absent, with the name beside it.
pub fn reference(id: Option<i64>, name: Option<String>) -> Option<Ref> {
    id.map(|id| Ref { id, name: name.unwrap_or_default() })
}

/// Where browsers find a picture.
pub fn avatar_url(key: Uuid) -> String {
    format!("/api/v0/avatars/{key}")
}
