//! What of the entities that rows name the caller sees.
use std::collections::HashSet;

use kit::{Listing, Result, related};
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use crate::projection::{DEVICES, USERS};
use crate::store::related::{TrunkNames, trunk_names};
use crate::store::visible::{NamedIds, Referencing, VisibleIds};
use crate::store::{forward_rule, sip_number, sip_trunk};

/// Names that a refusal lists.
const MAX_NAMES: usize = 20;

/// At most one statement for each kind, and none for kinds of which the caller sees all.
pub async fn visible(connection: &mut PgConnection, caller: &Caller, named: NamedIds) -> Result<VisibleIds> {
    let NamedIds { groups, users, devices, numbers, forward_rules, trunks } = named;
    let asked = |resource, ids: &[i64]| !ids.is_empty() && !caller.scope(resource, Action::View).all;
    let groups = if asked(Resource::Group, &groups) { related::visible_groups(connection, caller, &groups).await? } else { groups };
    let users = if asked(Resource::User, &users) { USERS.visible(connection, caller, &users).await? } else { users };
    let devices = if asked(Resource::Device, &devices) { DEVICES.visible(connection, caller, &devices).await? } else { devices };
    Ok(VisibleIds {
        groups: HashSet::from_iter(groups),
        users: HashSet::from_iter(users),
        devices: HashSet::from_iter(devices),
        numbers: visible_in_list(connection, caller, Resource::SipNumber, &sip_number::LISTING, numbers).await?,
        forward_rules: visible_in_list(connection, caller, Resource::ForwardRule, &forward_rule::LISTING, forward_rules).await?,
        trunks: visible_in_list(connection, caller, Resource::SipTrunk, &sip_trunk::LISTING, trunks).await?,
    })
}

/// Names of trunks, by their ids: empty for those that the caller does not see.
pub async fn visible_trunk_names(connection: &mut PgConnection, caller: &Caller, ids: &[i64], seen: &VisibleIds) -> Result<TrunkNames> {
    let mut names = trunk_names(connection, caller.project_id, ids).await?;
    names.iter_mut().filter(|(id, _)| !seen.trunks.contains(id)).for_each(|(_, name)| name.clear());
    Ok(names)
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

/// For a refusal: the first names of what the caller sees.
pub async fn visible_names(connection: &mut PgConnection, caller: &Caller, found: Vec<Referencing>) -> Result<Vec<String>> {
    let ids = |kind| found.iter().filter(|item| item.kind == kind).map(|item| item.id).collect();
    let named = NamedIds {
        groups: ids(Referencing::GROUP),
        numbers: ids(Referencing::NUMBER),
        forward_rules: ids(Referencing::FORWARD_RULE),
        ..NamedIds::default()
    };
    let seen = visible(connection, caller, named).await?;
    let is_seen = |item: &Referencing| match item.kind {
        Referencing::GROUP => seen.groups.contains(&item.id),
        Referencing::FORWARD_RULE => seen.forward_rules.contains(&item.id),
        _ => seen.numbers.contains(&item.id),
    };
    Ok(found.into_iter().filter(is_seen).map(|item| item.name).take(MAX_NAMES).collect())
}
