//! Rows, on a transaction.
pub(crate) mod account;
pub(crate) mod audit_event;
pub(crate) mod features;
pub(crate) mod project;
pub(crate) mod refresh_token;
pub(crate) mod role;
pub(crate) mod session;
pub(crate) mod user;
pub(crate) mod user_list;

use serde::Deserialize;
use sqlx::types::Json;

/// Related entities, gathered by json_agg.
pub(crate) type Named = Json<Vec<NamedRow>>;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct NamedRow {
    pub id: i64,
    pub name: String,
}

impl From<NamedRow> for proto::vestibule::common::v1::Ref {
    fn from(row: NamedRow) -> Self {
        proto::vestibule::common::v1::Ref { id: row.id, name: row.name }
    }
}

/// An id that may be absent, with the name beside it.
pub(crate) fn reference(id: Option<i64>, name: Option<String>) -> Option<proto::vestibule::common::v1::Ref> {
    id.map(|id| proto::vestibule::common::v1::Ref { id, name: name.unwrap_or_default() })
}
