//! Entities that a request or a row names: whether the caller sees them.
use std::collections::{HashMap, HashSet};

use kit::related::complete;
use kit::{Error, Result};
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use super::identifier;
use crate::domain::identifier::Origin;

pub async fn ensure_identifiers_visible(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let seen = identifier::LISTING.visible(connection, caller, Resource::Identifier, ids).await?;
    complete("identifier", ids, &seen)
}

/// Refuses codes of guests and of reservations: in another rule they would open what nobody has given.
pub async fn ensure_may_be_in_rules(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let origins: Vec<i16> = sqlx::query_scalar("SELECT DISTINCT origin FROM identifiers WHERE project_id = $1 AND id = ANY($2)")
        .bind(caller.project_id)
        .bind(ids)
        .fetch_all(connection)
        .await?;
    match origins.into_iter().any(|origin| Origin::from_number(origin).has_own_rules()) {
        true => Err(Error::field("identifiers", "codes of guests and reservations have their own rules")),
        false => Ok(()),
    }
}

pub async fn ensure_time_rules_visible(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let scope = caller.scope(Resource::TimeRule, Action::View);
    let seen: Vec<i64> = sqlx::query_scalar(
        "SELECT t.id FROM time_rules t WHERE t.project_id = $1 AND t.id = ANY($2) AND ($3 OR t.domain_id IS NULL OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = t.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))",
    )
    .bind(caller.project_id)
    .bind(ids)
    .bind(scope.all)
    .bind(&scope.domain_ids)
    .bind(scope.descendants)
    .bind(scope.domain)
    .fetch_all(connection)
    .await?;
    complete("schedule", ids, &seen)
}

/// Ids of entities that rows name, as far as the caller sees the entities.
#[derive(Clone, Debug, Default)]
pub struct VisibleIds {
    pub devices: HashSet<i64>,
    pub users: HashSet<i64>,
    pub groups: HashSet<i64>,
    pub identifiers: HashSet<i64>,
    pub time_rules: HashSet<i64>,
    pub access_rules: HashSet<i64>,
    pub elevators: HashSet<i64>,
    pub elevator_access_rules: HashSet<i64>,
}

/// Names of those of some groups that a caller sees.
#[derive(Clone, Debug, Default)]
pub struct VisibleGroups {
    pub names: HashMap<i64, String>,
}

impl VisibleGroups {
    /// The group that a row has, or the lowest of its owner's: the first that is seen. Where none is, the id stays without a name.
    pub fn show(&self, id: &mut Option<i64>, name: &mut Option<String>, of_owner: &[i64]) {
        match id.iter().chain(of_owner).copied().find(|group| self.names.contains_key(group)) {
            Some(seen) => (*id, *name) = (Some(seen), self.names.get(&seen).cloned()),
            None => *name = None,
        }
    }
}

/// Leaves the entries whose id `is_visible`, in both of two columns that belong together.
pub fn retain<T>(ids: &mut Vec<i64>, values: &mut Vec<T>, is_visible: impl Fn(&i64) -> bool) {
    let mut of_value = ids.iter().map(&is_visible);
    values.retain(|_| of_value.next().unwrap_or(false));
    ids.retain(&is_visible);
}
