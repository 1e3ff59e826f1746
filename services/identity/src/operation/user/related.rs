//! What may be related to a user: markers and other users.
use std::collections::{BTreeSet, HashSet};

use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Permission, Resource, Scope, action, resource};
use sqlx::PgConnection;

use crate::store;
use crate::store::user::UserRow;

/// Markers are changed with can_apply_marker_user only, and those that are put on must be visible.
pub async fn check_markers(connection: &mut PgConnection, caller: &Caller, before: &BTreeSet<i64>, after: &BTreeSet<i64>) -> Result<()> {
    if before == after {
        return Ok(());
    }
    if !caller.can(Permission::CanApplyMarkerUser) {
        return Err(Error::Forbidden);
    }
    let gained: Vec<i64> = after.difference(before).copied().collect();
    let scope = caller.scope(Resource::Marker, Action::View);
    let visible = store::marker::visible(connection, caller.project_id, &scope, &gained).await?;
    refuse_others(&gained, &visible)
}

/// A link changes both users, so those who are gained must lie in the caller's reach with every group as well.
pub async fn check_linked(
    connection: &mut PgConnection,
    project_id: i64,
    scope: &Scope,
    before: &BTreeSet<i64>,
    after: &BTreeSet<i64>,
) -> Result<()> {
    let gained: Vec<i64> = after.difference(before).copied().collect();
    if gained.is_empty() {
        return Ok(());
    }
    let reached = store::user::wholly_within(connection, project_id, scope, &gained).await?;
    refuse_others(&gained, &reached)
}

/// Those whom these users are linked to and whom the caller sees.
pub async fn visible_links(
    connection: &mut PgConnection,
    view: &Authorized<resource::User, action::View>,
    users: &[UserRow],
) -> Result<HashSet<i64>> {
    let linked: Vec<i64> = users.iter().flat_map(|user| user.linked_users.iter().map(|linked| linked.id)).collect();
    if linked.is_empty() {
        return Ok(HashSet::new());
    }
    Ok(store::user::within(connection, view.project_id(), view.scope(), &linked).await?.into_iter().collect())
}

fn refuse_others(asked: &[i64], known: &[i64]) -> Result<()> {
    let others: Vec<String> = asked.iter().filter(|id| !known.contains(id)).map(i64::to_string).collect();
    if others.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: others }) }
}
