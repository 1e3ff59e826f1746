//! Identifiers.
pub(super) mod access_code;
mod create;
mod delete;
mod export;
mod qr;
mod read;
mod revoke;
mod update;

use std::collections::HashSet;

use kit::{Error, Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use export::export;
pub use qr::{QrImageFormat, qr};
pub(super) use read::visible_part;
pub use read::{find, list};
pub use revoke::revoke;
pub use update::update;

use crate::app::App;
use crate::domain::identifier::{IdentifierDraft, Origin};
use crate::projection::USERS;
use crate::publish;
use crate::store::guest_key;
use crate::store::identifier::IdentifierRow;

/// The owner may have been created a moment ago.
async fn wait_until_owner_is_projected(app: &App, caller: &Caller, draft: &IdentifierDraft) -> Result<()> {
    let owner: Vec<i64> = draft.owner_id.into_iter().collect();
    USERS.wait_until_projected(&app.context, caller, &owner).await
}

/// The owner must be the caller's to see, in all of the owner's groups: an identifier opens what its owner may open there.
pub(super) async fn ensure_owner_in_reach(connection: &mut PgConnection, caller: &Caller, row: &IdentifierRow) -> Result<()> {
    let Some(owner) = row.owner_id else { return Ok(()) };
    USERS.ensure_visible(connection, caller, &[owner]).await?;
    if USERS.beyond_reach(connection, caller, &[owner]).await?.is_empty() { Ok(()) } else { Err(Error::Forbidden) }
}

/// Whoever may change every identifier and sees every user replaces lost cards and enrols faces, whatever rules name them.
pub fn gives_to_everybody(caller: &Caller) -> bool {
    caller.scope(Resource::Identifier, Action::Edit).all && caller.scope(Resource::User, Action::View).all
}

/// Those of the owners whom the caller does not reach as a whole: who has made an identifier still finds it when its owner has left for
/// another group. Somebody who is deleted is in nobody's groups.
pub(super) async fn owners_out_of_reach(connection: &mut PgConnection, caller: &Caller, owners: &[i64]) -> Result<HashSet<i64>> {
    if owners.is_empty() || caller.scope(Resource::User, Action::View).all {
        return Ok(HashSet::new());
    }
    let seen = USERS.visible(connection, caller, owners).await?;
    let beyond = USERS.beyond_reach(connection, caller, &seen).await?;
    Ok(owners.iter().copied().filter(|owner| !seen.contains(owner) || beyond.contains(owner)).collect())
}

/// What follows every change of an identifier besides new versions of lists: the event and the audit record.
async fn publish_and_record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&IdentifierRow>,
    after: Option<&IdentifierRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let version = row.version + i64::from(after.is_none());
    let deleted_at = after.is_none().then(|| app.context.clock.now());
    publish::identifier_changed(connection, caller.project_id, row, version, deleted_at).await?;
    // One that is deleted is still there, and opens nothing from now on.
    if row.origin() == Origin::Guest
        && let Some(key) = guest_key::find_in_project(connection, caller.project_id, row.id).await?
    {
        let was_open = before.is_some_and(|before| before.revoked_at.is_none());
        let is_over = after.is_none_or(|after| after.revoked_at.is_some());
        match (was_open, is_over) {
            (true, true) => publish::guest_key_announced(connection, caller.project_id, &key, "revoked", app.context.clock.now()).await?,
            (false, true) => {}
            (_, false) => publish::guest_key_announced(connection, caller.project_id, &key, "updated", app.context.clock.now()).await?,
        }
    }
    let audit_view = |row: Option<&IdentifierRow>| row.map_or(Value::Null, |row| row.draft().audit_view(row.revoked_at.is_some()));
    let change = audit::Change::new(action, Resource::Identifier, row.id, &row.name, audit_view(before), audit_view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
