//! Groups in bulk: a plan, which saves nothing, and a plan that is saved.
mod plan;
mod save;

use kit::{Result, tree};
use policy::action;
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::domain::group_type::GroupKind;
use crate::domain::new_group::NewGroup;
use crate::domain::reach::{self, GroupRight};
use crate::store::group_type;

pub use plan::plan;
pub use save::save;

/// Kind of the group that groups are generated in, which must be in reach; None without a type.
async fn kind_within(connection: &mut PgConnection, right: &GroupRight<action::Create>, id: i64) -> Result<Option<GroupKind>> {
    let path = tree::path(connection, id).await?;
    reach::check(right, &path)?;
    group_type::find_kind_of_group(connection, right.project_id(), id).await
}

/// For the audit log.
pub fn audit_view(group: &NewGroup) -> Value {
    json!({ "name": group.name, "domain_type_id": group.domain_type_id, "logic_address": group.logic_address })
}
