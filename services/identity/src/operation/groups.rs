//! Which groups a user may be put into or taken out of.
use std::collections::BTreeSet;

use kit::late::{self, Kept};
use kit::{Error, Result, tree};
use policy::{Caller, Scope};
use sqlx::PgConnection;

use crate::parts::Parts;

/// A group that a user is put into may have been made a moment ago.
pub async fn settle(parts: &Parts, caller: &Caller, groups: &BTreeSet<i64>) -> Result<()> {
    let groups: Vec<i64> = groups.iter().copied().collect();
    late::settle(&parts.context, caller, Kept::Group, late::GROUPS, &groups).await
}

/// Each group that is gained or lost must exist in the caller's reach. Those that stay need not: a person of
/// several groups has several who manage them.
pub async fn check(connection: &mut PgConnection, scope: &Scope, before: &BTreeSet<i64>, after: &BTreeSet<i64>) -> Result<()> {
    let mut unreachable = Vec::new();
    for group in before.symmetric_difference(after) {
        let was_deleted = before.contains(group) && tree::path(connection, *group).await?.is_empty();
        if !was_deleted && !tree::covers(connection, scope, *group).await? {
            // By id: the name of a group that the caller does not see must not be told.
            unreachable.push(group.to_string());
        }
    }
    if unreachable.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: unreachable }) }
}
