//! Events of other services: topic -> projection or operation.
use kit::consumer::{Delivery, Handler};
pub use kit::projection::topic::PROJECT;
use kit::projection::topic::{DEVICE, USER};
use kit::{Result, Tx, tree};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, ProjectChanged, UserChanged};

use crate::app::App;
use crate::operation::license::create_evaluation::create_evaluation;
use crate::operation::project_features::publish::publish;
use crate::projection::{self, DEVICES, USERS};
use crate::store::project_features;

pub const USAGE: &str = "licensing.usage.counted";

pub const TOPICS: &[&str] = &[PROJECT, tree::TOPIC, USER, DEVICE, USAGE];

pub struct Events(pub App);

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ();

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            PROJECT => self.project(tx, event.decode()?).await,
            tree::TOPIC => self.group(tx, event.decode()?).await,
            USER => user(tx, event.decode()?).await,
            DEVICE => self.device(tx, event.decode()?).await,
            USAGE => projection::usage(tx, &event.decode()?).await,
            _ => Ok(()),
        }
    }
}

impl Events {
    async fn project(&self, tx: &mut Tx, project: ProjectChanged) -> Result<()> {
        projection::project(tx, &project).await?;
        create_evaluation(&self.0, tx, project.id).await
    }

    async fn group(&self, tx: &mut Tx, group: GroupChanged) -> Result<()> {
        if tree::apply(tx, &group).await? && group.deleted {
            projection::remove_group(tx, group.project_id, group.id).await?;
            self.publish(tx, group.project_id).await?;
        }
        Ok(())
    }

    /// Basic counts panels and monitors.
    async fn device(&self, tx: &mut Tx, device: DeviceChanged) -> Result<()> {
        if DEVICES.project(tx, &device).await? && matches!(device.r#type.as_str(), "panel" | "monitor") {
            self.publish(tx, device.project_id).await?;
        }
        Ok(())
    }

    /// A project that is not known yet gets its licence with the event about itself, which publishes too.
    async fn publish(&self, tx: &mut Tx, project_id: i64) -> Result<()> {
        if project_features::find_for_update(tx, project_id).await?.is_none() {
            return Ok(());
        }
        publish(tx, project_id, self.0.config.grace, self.0.context.clock.now()).await?;
        Ok(())
    }
}

async fn user(tx: &mut Tx, user: UserChanged) -> Result<()> {
    if USERS.project(tx, &user).await?.is_some() && user.deleted {
        projection::remove_user(tx, user.project_id, user.id).await?;
    }
    Ok(())
}
