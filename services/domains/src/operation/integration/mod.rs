//! Integrations: with a barrier or a video platform, of the project or of a group.
pub mod check_server;
mod delete;
mod find;
mod record_group_deletion;
mod save;

use kit::Result;
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use crate::store::group;

pub use delete::{delete, delete_all};
pub use find::{VisibleIntegration, find, list};
pub use record_group_deletion::record_group_deletion;
pub use save::save;

/// Whether the caller may do something to the integrations of the project, or of one of the groups.
pub async fn is_allowed(connection: &mut PgConnection, caller: &Caller, action: Action, domain_id: Option<i64>) -> Result<bool> {
    match domain_id {
        None => Ok(caller.scope(Resource::ProjectIntegration, action).all),
        Some(group) => is_allowed_in_any(connection, caller, action, &[group]).await,
    }
}

pub async fn is_allowed_in_any(connection: &mut PgConnection, caller: &Caller, action: Action, groups: &[i64]) -> Result<bool> {
    let scope = caller.scope(Resource::Integration, action);
    Ok(!group::covered(connection, caller.project_id, &scope, groups).await?.is_empty())
}
