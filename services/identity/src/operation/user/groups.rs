//! Which groups a user may be put into or taken out of.
use std::collections::BTreeSet;

use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result};
use policy::{Caller, Scope};
use sqlx::PgConnection;

use crate::app::App;
use crate::store::group_node;

/// A group that a user is put into may have been made a moment ago.
pub async fn wait_until_projected(app: &App, caller: &Caller, groups: &BTreeSet<i64>) -> Result<()> {
    let groups: Vec<i64> = groups.iter().copied().collect();
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &groups).await
}

/// Each group that is gained or lost must exist in the caller's reach; one that is gained is locked until the transaction ends. Those that stay need not: a person of
/// several groups has several who manage them.
pub async fn validate_reach(connection: &mut PgConnection, scope: &Scope, before: &BTreeSet<i64>, after: &BTreeSet<i64>) -> Result<()> {
    let gained: Vec<i64> = after.difference(before).copied().collect();
    group_node::lock(connection, &gained).await?;
    let changed: Vec<i64> = before.symmetric_difference(after).copied().collect();
    let paths = group_node::paths(connection, &changed).await?;
    let is_reachable = |group: &i64| match paths.get(group) {
        Some(path) => scope.covers_group(path),
        // One that was deleted may be left.
        None => before.contains(group),
    };
    // By id: the name of a group that the caller does not see must not be disclosed.
    let unreachable: Vec<String> = changed.iter().filter(|group| !is_reachable(group)).map(i64::to_string).collect();
    if unreachable.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: unreachable }) }
}
