//! What other services say: groups, identifiers, projects, and that a device's list is another.
use kit::consumer::{Delivery, Handler};
use kit::{Result, Tx, tree};
use proto::vestibule::events::v1::{DeviceListChanged, GroupChanged, IdentifierChanged, ProjectChanged};

use crate::gateway::Gateway;
use crate::store::sync::Due;
use crate::store::{identifier, project, sync};

pub const LIST_CHANGED: &str = "access.device_list.changed";
pub const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
pub const PROJECT_CHANGED: &str = "identity.project.changed";
pub const TOPICS: &[&str] = &[tree::TOPIC, LIST_CHANGED, IDENTIFIER_CHANGED, PROJECT_CHANGED];

pub struct Projection(pub Gateway);

#[async_trait::async_trait]
impl Handler for Projection {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        let now = self.0.context.clock.now();
        match event.topic.as_str() {
            tree::TOPIC => {
                tree::apply(tx, &event.decode::<GroupChanged>()?).await?;
            }
            IDENTIFIER_CHANGED => identifier::apply(tx, &event.decode::<IdentifierChanged>()?).await?,
            PROJECT_CHANGED => {
                let changed: ProjectChanged = event.decode()?;
                if project::apply(tx, &changed).await? {
                    // Schedules are sent as instants of the project's zone.
                    let devices = sync::of_project(tx, changed.id).await?;
                    sync::wake(tx, &devices, Due::FETCH, now).await?;
                }
            }
            LIST_CHANGED => {
                let changed: DeviceListChanged = event.decode()?;
                sync::wake(tx, &[changed.device_id], Due::FETCH, now).await?;
            }
            topic => tracing::warn!(topic, "an event that nobody asked for"),
        }
        Ok(())
    }

    async fn committed(&self, _events: &[Delivery]) {
        self.0.there_is_work();
    }
}
