//! Rows: statements on a transaction.
pub(crate) mod account;
pub(crate) mod audit_event;
pub(crate) mod avatar;
pub(crate) mod dealer;
pub(crate) mod group_node;
pub(crate) mod identity_provider;
pub(crate) mod imported_user;
pub(crate) mod invitation;
pub(crate) mod ip_blocking;
pub(crate) mod license;
pub(crate) mod locked_account;
pub(crate) mod marker;
pub(crate) mod mobile_client;
pub(crate) mod passkey;
pub(crate) mod password_recovery;
pub(crate) mod project;
pub(crate) mod refresh_token;
pub(crate) mod registration;
pub(crate) mod role;
mod rows;
pub(crate) mod second_factor;
pub(crate) mod self_registration;
pub(crate) mod session;
pub(crate) mod shared_view;
pub(crate) mod support;
pub(crate) mod token;
pub(crate) mod user;

use serde::Deserialize;
use sqlx::types::Json;

/// Related entities, gathered by json_agg.
pub(crate) type Named = Json<Vec<NamedRow>>;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct NamedRow {
    pub id: i64,
    pub name: String,
}
