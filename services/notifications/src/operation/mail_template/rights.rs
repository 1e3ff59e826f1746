//! What a caller may do with the templates of a group or of the project.
use kit::projection_lag::{ForeignEntity, GROUPS, wait_until_projected};
use kit::{Error, Result, tree};
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::mail_template_rights;

/// Waits for the snapshot of a group that was created just now. Called before the transaction that checks the group.
pub async fn wait_for_group(app: &App, caller: &Caller, group: Option<i64>) -> Result<()> {
    wait_until_projected(&app.context, caller, ForeignEntity::Group, GROUPS, group.as_slice()).await
}

/// Refuses a group that the caller does not see, and a place whose templates the caller may not change.
pub async fn ensure_can_place(connection: &mut PgConnection, caller: &Caller, group: Option<i64>) -> Result<()> {
    if let Some(group) = group
        && !tree::covers(connection, &caller.scope(Resource::Group, Action::View), group).await?
    {
        return Err(Error::InvalidRelated { names: vec![format!("group {group}")] });
    }
    ensure_can_change(connection, caller, group).await
}

pub async fn ensure_can_change(connection: &mut PgConnection, caller: &Caller, group: Option<i64>) -> Result<()> {
    let path = match group {
        Some(group) => Some(tree::path(connection, group).await?),
        None => None,
    };
    if mail_template_rights::can_change(caller, path.as_deref()) { Ok(()) } else { Err(Error::Forbidden) }
}
