//! Filters of lists by what rows name. A filter by something that the caller does not see would tell which rows name it: it is refused,
//! whether there is such a thing or not.
use kit::Result;
use kit::projection_lag::{self, ForeignEntity};
use kit::related::{ProjectedRows, complete, filtered_ids};
use policy::{Action, Caller, Resource};

use super::related::{NamedIds, visible};
use crate::app::App;
use crate::projection::{DEVICES, USERS};

/// What the values of a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelatedKind {
    Device,
    User,
    Group,
    /// A group by whose elevators rows are found: seen by whoever sees these.
    GroupOfElevators,
    Identifier,
    TimeRule,
    AccessRule,
    Elevator,
    ElevatorAccessRule,
}

/// Fields of a list whose values rows may name without showing them. Those that every row shows to whoever sees the row, as an
/// identifier its owner, are not among them.
pub type RelatedFields = &'static [(&'static str, RelatedKind)];

const GROUPS_OF_ELEVATORS: ProjectedRows<'static> =
    ProjectedRows { table: "group_nodes", present: "NOT t.deleted", of_groups: "t.id IN ({})", resource: Resource::Elevator };

/// An error that names the values that the caller does not see. Call it before the connection is taken that reads the list.
pub async fn ensure_filters_visible(app: &App, caller: &Caller, filters: &str, fields: RelatedFields) -> Result<()> {
    if filters.trim().is_empty() {
        return Ok(());
    }
    let ids = |kind| -> Result<Vec<i64>> {
        let names: Vec<&str> = fields.iter().filter(|(_, of)| *of == kind).map(|(name, _)| *name).collect();
        if names.is_empty() { Ok(Vec::new()) } else { filtered_ids(filters, &names) }
    };
    let of_elevators = ids(RelatedKind::GroupOfElevators)?;
    let named = NamedIds {
        devices: ids(RelatedKind::Device)?,
        users: ids(RelatedKind::User)?,
        groups: [ids(RelatedKind::Group)?, of_elevators.clone()].concat(),
        identifiers: ids(RelatedKind::Identifier)?,
        time_rules: ids(RelatedKind::TimeRule)?,
        access_rules: ids(RelatedKind::AccessRule)?,
        elevators: ids(RelatedKind::Elevator)?,
        elevator_access_rules: ids(RelatedKind::ElevatorAccessRule)?,
    };
    wait_until_projected(app, caller, &named).await?;
    let mut reader = app.context.database.read(caller.project_id).await?;
    let seen = visible(&mut reader, caller, named.clone()).await?;
    for (kind, named, seen) in [
        ("device", named.devices, seen.devices),
        ("user", named.users, seen.users),
        ("group", named.groups, seen.groups),
        ("identifier", named.identifiers, seen.identifiers),
        ("schedule", named.time_rules, seen.time_rules),
        ("access rule", named.access_rules, seen.access_rules),
        ("elevator", named.elevators, seen.elevators),
        ("elevator access rule", named.elevator_access_rules, seen.elevator_access_rules),
    ] {
        complete(kind, &named, &Vec::from_iter(seen))?;
    }
    if of_elevators.is_empty() {
        return Ok(());
    }
    let reached = GROUPS_OF_ELEVATORS.visible(&mut reader, caller, &of_elevators).await?;
    complete("group", &of_elevators, &reached)
}

/// The page of somebody who was created a moment ago asks for their rules. Whoever sees everything is refused nothing, and waits for nothing.
async fn wait_until_projected(app: &App, caller: &Caller, named: &NamedIds) -> Result<()> {
    let context = &app.context;
    let is_checked = |resource| !caller.scope(resource, Action::View).all;
    if is_checked(Resource::Device) {
        DEVICES.wait_until_projected(context, caller, &named.devices).await?;
    }
    if is_checked(Resource::User) {
        USERS.wait_until_projected(context, caller, &named.users).await?;
    }
    if is_checked(Resource::Group) {
        projection_lag::wait_until_projected(context, caller, ForeignEntity::Group, projection_lag::GROUPS, &named.groups).await?;
    }
    Ok(())
}
