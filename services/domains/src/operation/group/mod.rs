//! Groups.
mod create;
mod delete;
mod get_completely;
mod list_dependents;
mod preview_move;
mod update;
mod update_settings;

use kit::Result;
use sqlx::PgConnection;

use crate::domain::group::GroupDraft;
use crate::store::group_type;

pub use create::create;
pub use delete::{delete, delete_all};
pub use get_completely::{GroupCompletely, GroupCounts, get_completely};
pub use list_dependents::{Dependents, list_dependents};
pub use preview_move::{MovePreview, preview_move};
pub use update::update;

/// Validates the fields of a group against its type.
async fn validate(connection: &mut PgConnection, project_id: i64, draft: GroupDraft) -> Result<GroupDraft> {
    let kind = match draft.domain_type_id {
        Some(id) => Some(group_type::find_kind(connection, project_id, id).await?),
        None => None,
    };
    draft.validate(kind)
}
