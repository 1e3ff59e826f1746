//! What of the entities that rows name the caller sees.
use std::collections::HashSet;

use kit::{Listing, Result, related};
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use crate::projection::{DEVICES, USERS};
use crate::store::related::{VisibleGroups, VisibleIds};
use crate::store::{access_rule, elevator, elevator_access_rule, group, identifier, time_rule};

/// Ids of entities that rows name.
#[derive(Clone, Debug, Default)]
pub struct NamedIds {
    pub devices: Vec<i64>,
    pub users: Vec<i64>,
    pub groups: Vec<i64>,
    pub identifiers: Vec<i64>,
    pub time_rules: Vec<i64>,
    pub access_rules: Vec<i64>,
    pub elevators: Vec<i64>,
    pub elevator_access_rules: Vec<i64>,
}

/// At most one statement for each kind, and none for kinds of which the caller sees all.
pub async fn visible(connection: &mut PgConnection, caller: &Caller, named: NamedIds) -> Result<VisibleIds> {
    let NamedIds { devices, users, groups, identifiers, time_rules, access_rules, elevators, elevator_access_rules } = named;
    let asked = |resource, ids: &[i64]| !ids.is_empty() && !caller.scope(resource, Action::View).all;
    let devices = if asked(Resource::Device, &devices) { DEVICES.visible(connection, caller, &devices).await? } else { devices };
    let users = if asked(Resource::User, &users) { USERS.visible(connection, caller, &users).await? } else { users };
    let groups = if asked(Resource::Group, &groups) { related::visible_groups(connection, caller, &groups).await? } else { groups };
    Ok(VisibleIds {
        devices: HashSet::from_iter(devices),
        users: HashSet::from_iter(users),
        groups: HashSet::from_iter(groups),
        identifiers: visible_in_list(connection, caller, Resource::Identifier, &identifier::LISTING, identifiers).await?,
        time_rules: visible_in_list(connection, caller, Resource::TimeRule, &time_rule::LISTING, time_rules).await?,
        access_rules: visible_in_list(connection, caller, Resource::AccessRule, &access_rule::LISTING, access_rules).await?,
        elevators: visible_in_list(connection, caller, Resource::Elevator, &elevator::LISTING, elevators).await?,
        elevator_access_rules: visible_in_list(
            connection,
            caller,
            Resource::ElevatorAccessRule,
            &elevator_access_rule::LISTING,
            elevator_access_rules,
        )
        .await?,
    })
}

/// Those of the groups that the caller sees, in two statements; none of them for a caller who sees every group, to whom rows are shown as
/// they are.
pub async fn visible_groups(connection: &mut PgConnection, caller: &Caller, mut groups: Vec<i64>) -> Result<Option<VisibleGroups>> {
    if caller.scope(Resource::Group, Action::View).all {
        return Ok(None);
    }
    groups.sort_unstable();
    groups.dedup();
    let seen = related::visible_groups(connection, caller, &groups).await?;
    Ok(Some(VisibleGroups { names: group::names(connection, caller.project_id, &seen).await? }))
}

/// As the list of the resource shows them.
async fn visible_in_list(
    connection: &mut PgConnection,
    caller: &Caller,
    resource: Resource,
    listing: &Listing,
    ids: Vec<i64>,
) -> Result<HashSet<i64>> {
    if ids.is_empty() || caller.scope(resource, Action::View).all {
        return Ok(ids.into_iter().collect());
    }
    Ok(listing.visible(connection, caller, resource, &ids).await?.into_iter().collect())
}
