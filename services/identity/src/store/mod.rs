//! Rows, on a transaction.
pub(crate) mod account;
pub(crate) mod audit_event;
pub(crate) mod audit_list;
pub(crate) mod avatar;
pub(crate) mod dealer;
pub(crate) mod identity_provider;
pub(crate) mod imported_user;
pub(crate) mod invitation;
pub(crate) mod ip_blocking;
pub(crate) mod mail;
pub(crate) mod marker;
pub(crate) mod mobile_client;
pub(crate) mod outdated;
pub(crate) mod passkey;
pub(crate) mod password_recovery;
pub(crate) mod project;
pub(crate) mod project_settings;
pub(crate) mod refresh_token;
pub(crate) mod registration;
pub(crate) mod role;
pub(crate) mod role_change;
pub(crate) mod second_factor;
pub(crate) mod self_registration;
pub(crate) mod session;
pub(crate) mod sip_number;
pub(crate) mod support;
pub(crate) mod user;
pub(crate) mod user_export;
pub(crate) mod user_import;
pub(crate) mod user_list;
pub(crate) mod user_related;

use futures::{Stream, TryStreamExt};
use kit::Result;
use serde::Deserialize;
use sheet::Rows;
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

/// Writes one row after the other into a table, until there are no more or nobody takes them.
pub(crate) async fn write_all<T>(found: impl Stream<Item = Result<T, sqlx::Error>>, rows: &Rows, cells: fn(T) -> Vec<String>) -> Result<()> {
    let mut found = std::pin::pin!(found);
    while let Some(row) = found.try_next().await? {
        if !rows.push(cells(row)).await {
            break;
        }
    }
    Ok(())
}
