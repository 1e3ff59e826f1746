//! Which groups a user may be put into or taken out of.
use std::collections::BTreeSet;

use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, tree};
use policy::{Caller, Scope};
use sqlx::PgConnection;

use crate::app::App;

/// A group that a user is put into may have been made a moment ago.
pub async fn wait_until_projected(app: &App, caller: &Caller, groups: &BTreeSet<i64>) -> Result<()> {
    let groups: Vec<i64> = groups.iter().copied().collect();
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &groups).await
}

/// Each group that is gained or lost must exist in the caller's reach; one that is gained is locked (`tree::lock`). Those that stay need not: a person of
/// several groups has several who manage them.
pub async fn validate_reach(connection: &mut PgConnection, scope: &Scope, before: &BTreeSet<i64>, after: &BTreeSet<i64>) -> Result<()> {
    let mut unreachable = Vec::new();
    for group in before.symmetric_difference(after) {
        if after.contains(group) {
            tree::lock(connection, *group).await?;
        }
        let was_deleted = before.contains(group) && tree::path(connection, *group).await?.is_empty();
        if !was_deleted && !tree::covers(connection, scope, *group).await? {
            // By id: the name of a group that the caller does not see must not be disclosed.
            unreachable.push(group.to_string());
        }
    }
    if unreachable.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: unreachable }) }
}
