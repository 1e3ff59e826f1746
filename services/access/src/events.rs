//! Events of other services: the snapshots that access keeps, and what they change.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{DEVICE, PROJECT, USER};
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceChanged, EventArrived, GroupChanged, LicenseChanged, ProjectChanged, UserChanged};

use crate::domain::passage::is_pass;
use crate::operation::device_list::bump_list_versions;
use crate::projection;
use crate::store::device_list::{devices_by_group, devices_by_identifier, devices_by_users, devices_of_project};
use crate::store::{identifier, time_rule};

const EVENT_ARRIVED: &str = "device.event.arrived";

pub const TOPICS: &[&str] = &[tree::TOPIC, USER, PROJECT, DEVICE, EVENT_ARRIVED, features::TOPIC];

pub struct Events;

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ();

    fn wants(&self, event: &Delivery) -> bool {
        event.topic != EVENT_ARRIVED || event.decode().map_or(true, |event| is_counted_pass(&event))
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            tree::TOPIC => group(tx, event.decode()?).await,
            USER => user(tx, event.decode()?).await,
            PROJECT => project(tx, event.decode()?).await,
            DEVICE => device(tx, event.decode()?).await,
            EVENT_ARRIVED => event_arrived(tx, event.decode()?).await,
            features::TOPIC => license(tx, event.decode()?).await,
            _ => Ok(()),
        }
    }
}

/// A group that moves takes its users out of some rules and into others; what refers to a deleted one is cleared.
async fn group(tx: &mut Tx, group: GroupChanged) -> Result<()> {
    let before = devices_by_group(tx, group.id).await?;
    if tree::apply(tx, &group).await? {
        if group.deleted {
            projection::group::remove_references(tx, group.project_id, group.id).await?;
        }
        let after = devices_by_group(tx, group.id).await?;
        bump_list_versions(tx, group.project_id, [before, after].concat()).await?;
    }
    Ok(())
}

async fn user(tx: &mut Tx, user: UserChanged) -> Result<()> {
    let before = devices_by_users(tx, &[user.id]).await?;
    if let Some(left_groups) = projection::USERS.project(tx, &user).await? {
        // Identifiers of a deleted user stay where an administrator looks for them.
        if !user.deleted {
            identifier::follow_owner(tx, user.project_id, user.id, &left_groups).await?;
        }
        let after = devices_by_users(tx, &[user.id]).await?;
        bump_list_versions(tx, user.project_id, [before, after].concat()).await?;
    }
    Ok(())
}

/// The zone of the project is that of its devices' clocks and of the schedules without a zone of their own.
async fn project(tx: &mut Tx, project: ProjectChanged) -> Result<()> {
    if projection::project::project(tx, &project).await? {
        time_rule::set_project_zone(tx, project.id, &project.time_zone).await?;
        let devices = devices_of_project(tx, project.id).await?;
        bump_list_versions(tx, project.id, devices).await?;
    }
    Ok(())
}

async fn device(tx: &mut Tx, device: DeviceChanged) -> Result<()> {
    if projection::device::project(tx, &device).await? && !device.deleted {
        bump_list_versions(tx, device.project_id, vec![device.id]).await?;
    }
    Ok(())
}

/// Whether the event is a pass of an identifier: counted where the identifier has a limit.
fn is_counted_pass(event: &EventArrived) -> bool {
    event.identifier_id != 0 && is_pass(&event.code)
}

/// All devices get the new number of passes left, the one that sent the event too: it counts down from the number it is given.
async fn event_arrived(tx: &mut Tx, event: EventArrived) -> Result<()> {
    if let Some(owner) = identifier::count_pass(tx, event.project_id, event.identifier_id).await? {
        let devices = devices_by_identifier(tx, event.identifier_id, owner).await?;
        bump_list_versions(tx, event.project_id, devices).await?;
    }
    Ok(())
}

async fn license(tx: &mut Tx, license: LicenseChanged) -> Result<()> {
    if features::apply(tx, &license).await? {
        let devices = devices_of_project(tx, license.project_id).await?;
        bump_list_versions(tx, license.project_id, devices).await?;
    }
    Ok(())
}
