//! What access takes from the other services.
use kit::consumer::{Delivery, Handler};
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceChanged, EventArrived, GroupChanged, LicenseChanged, ProjectChanged, UserChanged};

use crate::domain::passage::is_pass;
use crate::store::{self, affected, identifier, projection, time_rule};

const PASSAGE: &str = "device.event.arrived";

pub const TOPICS: &[&str] =
    &["domains.group.changed", "identity.user.changed", "identity.project.changed", "device.device.changed", PASSAGE, features::TOPIC];

pub struct Events;

#[async_trait::async_trait]
impl Handler for Events {
    fn wants(&self, event: &Delivery) -> bool {
        event.topic != PASSAGE || event.decode().map_or(true, |event| uses_up(&event))
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            "domains.group.changed" => group(tx, event.decode()?).await,
            "identity.user.changed" => user(tx, event.decode()?).await,
            "identity.project.changed" => project(tx, event.decode()?).await,
            "device.device.changed" => device(tx, event.decode()?).await,
            PASSAGE => passage(tx, event.decode()?).await,
            features::TOPIC => license(tx, event.decode()?).await,
            _ => Ok(()),
        }
    }
}

/// A moved group takes its people out of some rules and into others; one that is deleted is forgotten.
async fn group(tx: &mut Tx, group: GroupChanged) -> Result<()> {
    let before = affected::by_group(tx, group.id).await?;
    if tree::apply(tx, &group).await? {
        if group.deleted {
            store::group::forget(tx, group.project_id, group.id).await?;
        }
        let after = affected::by_group(tx, group.id).await?;
        affected::touch(tx, group.project_id, [before, after].concat()).await?;
    }
    Ok(())
}

async fn user(tx: &mut Tx, user: UserChanged) -> Result<()> {
    let before = affected::by_people(tx, &[user.id]).await?;
    if projection::person(tx, &user).await? {
        let after = affected::by_people(tx, &[user.id]).await?;
        affected::touch(tx, user.project_id, [before, after].concat()).await?;
    }
    Ok(())
}

/// The zone of the project is that of its devices' clocks, and of the schedules without one of their own.
async fn project(tx: &mut Tx, project: ProjectChanged) -> Result<()> {
    if projection::project(tx, &project).await? {
        time_rule::follow_project(tx, project.id, &project.time_zone).await?;
        let devices = affected::whole_project(tx, project.id).await?;
        affected::touch(tx, project.id, devices).await?;
    }
    Ok(())
}

async fn device(tx: &mut Tx, device: DeviceChanged) -> Result<()> {
    if projection::door(tx, &device).await? && !device.deleted {
        affected::touch(tx, device.project_id, vec![device.id]).await?;
    }
    Ok(())
}

/// Whether a pass of the identifier is used up by it, if these are counted.
fn uses_up(event: &EventArrived) -> bool {
    event.identifier_id != 0 && is_pass(&event.code)
}

/// Every door is told how many passes are left, also the one that has just counted: its count begins with what it is told.
async fn passage(tx: &mut Tx, event: EventArrived) -> Result<()> {
    if let Some(owner) = identifier::count_pass(tx, event.project_id, event.identifier_id).await? {
        let devices = affected::by_identifier(tx, event.identifier_id, owner).await?;
        affected::touch(tx, event.project_id, devices).await?;
    }
    Ok(())
}

async fn license(tx: &mut Tx, license: LicenseChanged) -> Result<()> {
    if features::apply(tx, &license).await? {
        let devices = affected::whole_project(tx, license.project_id).await?;
        affected::touch(tx, license.project_id, devices).await?;
    }
    Ok(())
}
