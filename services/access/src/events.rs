//! What access takes from the other services.
use kit::consumer::{Delivery, Handler};
use kit::{Result, Tx, tree};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, LicenseChanged, ProjectChanged, UserChanged};

use crate::store::{affected, projection};

pub const TOPICS: &[&str] =
    &["domains.group.changed", "identity.user.changed", "identity.project.changed", "device.device.changed", "licensing.license.changed"];

pub struct Events;

#[async_trait::async_trait]
impl Handler for Events {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            "domains.group.changed" => group(tx, event.decode()?).await,
            "identity.user.changed" => user(tx, event.decode()?).await,
            "identity.project.changed" => project(tx, event.decode()?).await,
            "device.device.changed" => device(tx, event.decode()?).await,
            "licensing.license.changed" => license(tx, event.decode()?).await,
            _ => Ok(()),
        }
    }
}

/// A moved group takes its people out of some rules and into others.
async fn group(tx: &mut Tx, group: GroupChanged) -> Result<()> {
    let before = affected::by_group(tx, group.id).await?;
    if tree::apply(tx, &group).await? {
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

/// The zone of the project is that of its devices' clocks.
async fn project(tx: &mut Tx, project: ProjectChanged) -> Result<()> {
    if projection::project(tx, &project).await? {
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

async fn license(tx: &mut Tx, license: LicenseChanged) -> Result<()> {
    if projection::features(tx, &license).await? {
        let devices = affected::whole_project(tx, license.project_id).await?;
        affected::touch(tx, license.project_id, devices).await?;
    }
    Ok(())
}
