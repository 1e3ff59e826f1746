//! Operations of some size: each is one transaction.
pub mod change_settings;
pub mod create_group;
pub mod create_registered_group;
pub mod delete_groups;
pub mod dependents;
pub mod general_settings;
pub mod generate;
pub mod get_completely;
pub mod integrations;
pub mod logo;
pub mod preview_move;
pub mod project_logo;
pub mod server_of_integration;
pub mod settings;
pub mod structure;
pub mod update_group;

use kit::Result;
use proto::vestibule::domains::v1::GroupKind;
use sqlx::PgConnection;

use crate::domain::group::Draft;
use crate::store::group_type;

/// Fields of a group, checked against its type.
async fn checked(connection: &mut PgConnection, project_id: i64, draft: Draft) -> Result<Draft> {
    let kind: Option<GroupKind> = match draft.domain_type_id {
        Some(id) => Some(group_type::kind_of(connection, project_id, id).await?),
        None => None,
    };
    draft.check(kind)
}
